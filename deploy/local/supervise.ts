import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ServiceProcess, type ServiceSpec, startServiceProcess } from '@styling/process-rig';
import { recordServices } from './orphaned-services.ts';

/** How the services are run. */
export type SuperviseOptions = {
  /** Where the running services are recorded, see `stopOrphanedServices`. */
  readonly pidFile: string;
  readonly logDir: string;
  readonly show: (line: string) => void;
  /** Default 60 s. */
  readonly readyWithinMs?: number;
  /** How long each stage may take to stop before it is killed; default 155 s: a service gives up at 150 s by itself. */
  readonly stopGraceMs?: number;
  /** The same after one service has ended by itself: the others may wait for it; default 10 s. */
  readonly failedGraceMs?: number;
  /** Stops waiting for readiness. */
  readonly signal?: AbortSignal | undefined;
  /** Kills all of them at once, at any time. */
  readonly force?: AbortSignal | undefined;
};

/**
 * Starts all services at once and waits until each is ready.
 * @param stages in the order of stopping
 * @returns `failure` resolves with the error to show when the first of them has ended, which without `stop` is a
 *   failure; `stop` stops stage after stage, the services of a stage together, never rejects and is bounded in time
 * @throws Error of one line when one ends or is not ready in time, after all of them have been stopped
 */
export async function supervise(stages: readonly (readonly ServiceSpec[])[], options: SuperviseOptions) {
  const { pidFile, logDir, show, readyWithinMs = 60_000, signal, force } = options;
  const { stopGraceMs = 155_000, failedGraceMs = 10_000 } = options;
  await mkdir(logDir, { recursive: true });
  const started: ServiceProcess[][] = [];
  const failed = new AbortController();
  const cancelled = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const stop = async () => {
    const hasDied = started.flat().some((service) => service.exit() !== undefined);
    const graceMs = hasDied ? failedGraceMs : stopGraceMs;
    for (const stage of started) await Promise.all(stage.map((service) => service.stop(graceMs)));
    await rm(pidFile, { force: true });
  };
  force?.addEventListener('abort', () => {
    for (const service of started.flat()) void service.kill();
  });
  try {
    signal?.throwIfAborted();
    for (const stage of stages) {
      const group: ServiceProcess[] = [];
      started.push(group);
      for (const spec of stage) {
        group.push(await startServiceProcess(spec, { logFile: join(logDir, `${spec.name}.log`), show }));
        await recordServices(pidFile, started.flat());
      }
    }
    const services = started.flat();
    const failure = Promise.race(services.map((service) => service.failure));
    const ready = Promise.all(services.map((service) => service.ready(readyWithinMs, cancelled)));
    const outcome = await Promise.race([ready, failure]);
    if (outcome instanceof Error) throw outcome;
    return { services, failure, stop };
  } catch (error) {
    failed.abort();
    await stop();
    throw error;
  }
}
