import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ServiceProcess,
  type ServiceSpec,
  startServiceProcess,
  stopInStages,
  stopOrphan,
} from '@styling/local-servers';

const READY_WITHIN_MS = 60_000;
/** Per stage, then SIGKILL: a service gives up at 150 s by itself. */
const STOP_GRACE_MS = 155_000;
/** The same after one service has ended by itself. */
const FAILED_GRACE_MS = 10_000;

export type SuperviseOptions = {
  /** Logs go to `logs` below it; `services.json` records the running services, see {@link stopOrphanedServices}. */
  readonly dataDir: string;
  readonly show: (line: string) => void;
  readonly stopGraceMs?: number;
  readonly signal?: AbortSignal | undefined;
};

const pidFileOf = (dataDir: string): string => join(dataDir, 'services.json');

/**
 * Starts all services at once, ready when this resolves.
 * @returns `failure` resolves when the first of them ends without `stop`, which stops them in stages, never rejects and
 * is bounded in time
 * @throws Error of one line when one is not ready in time, after all have been stopped
 */
export async function supervise(specs: readonly ServiceSpec[], options: SuperviseOptions) {
  const { dataDir, show, signal } = options;
  const [logDir, pidFile] = [join(dataDir, 'logs'), pidFileOf(dataDir)];
  await mkdir(logDir, { recursive: true });
  const services: ServiceProcess[] = [];
  const stop = async () => {
    const hasDied = services.some((service) => service.exit() !== undefined);
    const graceMs = hasDied ? FAILED_GRACE_MS : (options.stopGraceMs ?? STOP_GRACE_MS);
    await stopInStages(services, (service) => service.stop(graceMs));
    await rm(pidFile, { force: true });
  };
  try {
    signal?.throwIfAborted();
    for (const spec of specs) {
      services.push(await startServiceProcess(spec, { logFile: join(logDir, `${spec.service}.log`), show }));
      const running = services.map(({ pid, args }): Recorded => ({ pid, args }));
      await writeFile(pidFile, `${JSON.stringify(running)}\n`);
    }
    await Promise.all(services.map((service) => service.ready(READY_WITHIN_MS, signal)));
    return { services, failure: Promise.race(services.map((service) => service.failure)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Recorded = Pick<ServiceProcess, 'pid' | 'args'>;

/** Stops the services that a killed run recorded in `dataDir`. @throws Error when one survives SIGKILL */
export async function stopOrphanedServices(dataDir: string): Promise<void> {
  // Missing, or half written when the run was killed.
  const recorded: readonly Recorded[] = await readFile(pidFileOf(dataDir), 'utf8')
    .then(JSON.parse)
    .catch(() => []);
  // A service stops by itself when its parent ends; these are for one that does not.
  const signals = [
    ['SIGTERM', 10_000],
    ['SIGKILL', 5_000],
  ] as const;
  await Promise.all(
    recorded.map(({ pid, args }) => stopOrphan(pid, [basename(process.execPath), ...args].join(' '), signals)),
  );
  await rm(pidFileOf(dataDir), { force: true });
}
