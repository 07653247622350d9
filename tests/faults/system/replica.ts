import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, lastError, type ServiceProcess, startServiceProcess, waitUntil } from '@styling/local-servers';
import { type Link, openLink } from './link.ts';

export const LINKS = ['nats', 'postgres', 'store'] as const;
export type LinkName = (typeof LINKS)[number];

const READY_WITHIN_MS = 60_000;
const STOP_GRACE_MS = 40_000;
/** The delay of an orchestrator. */
const RESTART_MS = 500;
/** A process reads its shift every 50 ms. */
const SHIFTED_WITHIN_MS = 200;

export type Replica = Awaited<ReturnType<typeof createReplica>>;

/**
 * Describes a process, not started yet, with links of its own to the servers.
 * @param onDeath it was ready and ended without being stopped
 * @param undo closes the links
 */
export async function createReplica(
  options: { name: string; service: string; env: NodeJS.ProcessEnv; logDir: string },
  onDeath: (line: string) => void,
  undo: AsyncDisposableStack,
) {
  const { name, service, logDir } = options;
  const { NATS_URL = '', DATABASE_URL = '', S3_ENDPOINT = '' } = options.env;
  const linkTo = async (address: string) => undo.adopt(await openLink(address), (link) => link.close());
  const [postgres, store] = [await linkTo(DATABASE_URL), await linkTo(S3_ENDPOINT)];
  // None to servers of a cluster, which tell each other's addresses.
  const nats = NATS_URL.includes(',') ? undefined : await linkTo(NATS_URL);
  const links = { nats, postgres, store };
  const clockFile = join(logDir, `${name}.clock`);
  const [port, healthPort] = [service === 'gateway' ? await freePort() : 0, await freePort()];
  const env = {
    ...options.env,
    NATS_URL: nats?.address ?? NATS_URL,
    DATABASE_URL: postgres.address,
    S3_ENDPOINT: store.address,
    CLOCK_SHIFT_FILE: clockFile,
  };
  const spec = { name, service, env, port, healthPort };
  let current: ServiceProcess | undefined;
  let incarnation = 0;
  let isWanted = false;
  let lastFailure: Error | undefined;

  const logFile = () => join(logDir, `${name}.${incarnation}.log`);

  async function launch(): Promise<void> {
    isWanted = true;
    incarnation++;
    const started = await startServiceProcess(spec, { logFile: logFile() });
    current = started;
    let wasReady = false;
    const noteReadiness = async () => {
      await started.ready(READY_WITHIN_MS);
      wasReady = true;
    };
    noteReadiness().catch(() => {});
    void started.failure.then(async (failure) => {
      if (!isWanted || current !== started) return;
      lastFailure = failure;
      // One that could not start because of a fault is started again without a report.
      if (wasReady) onDeath(failure.message);
      await sleep(RESTART_MS);
      if (isWanted && current === started) await launch();
    });
  }

  /** Status 0 without a response. */
  async function health(path: 'readyz' | 'metrics'): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const response = await fetch(`http://127.0.0.1:${healthPort}/${path}`, {
        signal: AbortSignal.timeout(2_000),
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }

  async function ready(): Promise<void> {
    const isReady = async () => (await health('readyz')).status === 200;
    if (await waitUntil(isReady, { timeoutMs: READY_WITHIN_MS, everyMs: 50 })) return;
    throw new Error(`${name} is not ready: ${lastFailure?.message ?? lastError(current?.output() ?? '')}`);
  }

  /** Resolves when the process has noticed. */
  async function shiftClock(ms: number): Promise<void> {
    await writeFile(clockFile, String(ms));
    await sleep(SHIFTED_WITHIN_MS);
  }

  const signal = (which: NodeJS.Signals) => void (current && !current.exit() && process.kill(current.pid, which));
  const resume = () => signal('SIGCONT');
  const setLink = (link: LinkName, ...state: Parameters<Link['set']>) => links[link]?.set(...state);

  return {
    name,
    service,
    url: `http://127.0.0.1:${port}`,
    logFile,
    launch,
    ready,
    health,
    pause: () => signal('SIGSTOP'),
    resume,
    shiftClock,
    setLink,
    start: () => launch().then(ready),
    async kill(): Promise<void> {
      isWanted = false;
      await current?.kill();
    },
    async terminate(): Promise<void> {
      isWanted = false;
      resume();
      await current?.stop(STOP_GRACE_MS);
    },
    async mend(): Promise<void> {
      for (const link of LINKS) setLink(link, 'open');
      await shiftClock(0);
      resume();
      if (!isWanted) await launch();
    },
  };
}
