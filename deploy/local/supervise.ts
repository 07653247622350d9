import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exit } from '@styling/local-servers';
import { type ServiceProcess, type ServiceSpec, startServiceProcess } from '@styling/process-rig';
import { recordServices } from './orphaned-services.ts';

/** How the services are run. */
export interface SuperviseOptions {
  /** where the running services are noted, see `stopOrphanedServices` */
  readonly pidFile: string;
  readonly logDir: string;
  readonly show: (line: string) => void;
  /** default 60 s */
  readonly readyWithinMs?: number;
  /** how long each stage may take to stop before it is killed; default 155 s: a service gives up at 150 s by itself */
  readonly stopGraceMs?: number;
  /** the same after one has died: the others may wait for what it owes; default 10 s */
  readonly failedGraceMs?: number;
  /** gives up waiting for readiness */
  readonly signal?: AbortSignal;
  /** kills all of them at once, whatever else is going on */
  readonly force?: AbortSignal;
}

/** Services that run and are ready. */
export interface Supervised {
  readonly services: readonly ServiceProcess[];
  /** Resolves with what to tell the user when one of them ends without having been asked to. */
  readonly failure: Promise<Error>;
  /** Stops stage after stage, the services of a stage together. Never rejects, bounded in time. */
  stop(): Promise<void>;
}

/**
 * Starts all services at once and waits until each is ready.
 * @param stages in the order of stopping
 * @throws Error of one line when one ends or is not ready in time, after all of them have been stopped
 */
export async function supervise(
  stages: readonly (readonly ServiceSpec[])[],
  options: SuperviseOptions,
): Promise<Supervised> {
  const { pidFile, logDir, show, readyWithinMs = 60_000, signal, force } = options;
  const { stopGraceMs = 155_000, failedGraceMs = 10_000 } = options;
  await mkdir(logDir, { recursive: true });
  const started: ServiceProcess[][] = [];
  const givenUp = new AbortController();
  const enough = signal ? AbortSignal.any([signal, givenUp.signal]) : givenUp.signal;
  let stopping = false;
  const stop = async () => {
    stopping = true;
    const hasDied = started.flat().some((service) => service.exit() !== undefined);
    const graceMs = hasDied ? failedGraceMs : stopGraceMs;
    for (const stage of started) await Promise.all(stage.map((service) => service.stop(graceMs)));
    await rm(pidFile, { force: true });
  };
  const kill = () => {
    for (const service of started.flat()) service.kill();
  };
  force?.addEventListener('abort', kill);
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
    const died = Promise.race(services.map(async (service) => new DeathNotice(service, await service.exited)));
    const ready = stages.flat().map((spec) => waitUntilReady(spec, readyWithinMs, enough));
    const outcome = await Promise.race([Promise.all(ready), died]);
    if (outcome instanceof DeathNotice) throw new Error(outcome.text);
    const failure = died.then(({ text }) => (stopping ? new Promise<never>(() => undefined) : new Error(text)));
    return { services, failure, stop };
  } catch (error) {
    givenUp.abort();
    await stop();
    throw error;
  }
}

class DeathNotice {
  readonly text: string;

  constructor(service: ServiceProcess, { code, signal }: Exit) {
    this.text = `${service.name} ended (${signal ?? `exit code ${code}`}): ${service.lastWords()}`;
  }
}

async function waitUntilReady({ name, readyUrl }: ServiceSpec, withinMs: number, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.timeout(withinMs);
  const enough = AbortSignal.any([patience, signal]);
  let last = 'no answer';
  while (!enough.aborted) {
    try {
      const response = await fetch(readyUrl, { signal: AbortSignal.any([enough, AbortSignal.timeout(2_000)]) });
      await response.body?.cancel();
      if (response.status === 200) return;
      last = `status ${response.status}`;
    } catch {
      // Not listening yet.
    }
    await sleep(100, undefined, { signal: enough }).catch(() => undefined);
  }
  signal.throwIfAborted();
  throw new Error(`${name} is not ready after ${withinMs / 1000} s (${last})`);
}
