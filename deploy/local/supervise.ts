import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ServiceProcess, type ServiceSpec, startServiceProcess, stopOrphan } from '@styling/local-servers';

export type SuperviseOptions = {
  /** Where the running services are recorded, see {@link stopOrphanedServices}. */
  readonly pidFile: string;
  readonly logDir: string;
  readonly show: (line: string) => void;
  readonly readyWithinMs?: number;
  /** Per stage, then SIGKILL; default 155 s: a service gives up at 150 s by itself. */
  readonly stopGraceMs?: number;
  /** The same after one service has ended by itself; default 10 s. */
  readonly failedGraceMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Kills all of them at any time. */
  readonly force?: AbortSignal | undefined;
};

/**
 * Starts all services at once, ready when this resolves; `stages` is the order of stopping.
 * @returns `failure` resolves when the first of them ends without `stop`; `stop` never rejects and is bounded in time
 * @throws Error of one line when one is not ready in time, after all have been stopped
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
        const running = started.flat().map(({ pid, command, args }): Recorded => ({ pid, command, args }));
        await writeFile(pidFile, `${JSON.stringify(running)}\n`);
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

type Recorded = Pick<ServiceProcess, 'pid' | 'command' | 'args'>;

/** Stops the services that a killed run recorded in `file` and removes it. @throws Error when one survives SIGKILL */
export async function stopOrphanedServices(file: string): Promise<void> {
  let recorded: readonly Recorded[] = [];
  try {
    recorded = JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // Missing, or half written when the run was killed.
  }
  // A service stops by itself when its parent ends; these are for one that does not.
  const signals = [
    ['SIGTERM', 10_000],
    ['SIGKILL', 5_000],
  ] as const;
  await Promise.all(
    recorded.map(({ pid, command, args }) => stopOrphan(pid, [basename(command), ...args].join(' '), signals)),
  );
  await rm(file, { force: true });
}
