import { rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stopStages } from '@styling/contracts';
import { compileCacheDir, isWorthShowing, lastError, parseLogLine, REPOSITORY_DIR } from './run-script.ts';
import { type Exit, startProcess, waitUntil } from './start-process.ts';

const LOOPBACK = '127.0.0.1';

export const THROWAWAY_STORE_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' } as const;

export const THROWAWAY_SECRETS = {
  ...THROWAWAY_STORE_CREDENTIALS,
  WEBHOOK_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
} as const;

export type ServiceSpec = {
  readonly service: string;
  /** In logs; default `service`. */
  readonly name?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly port?: number;
  readonly healthPort: number;
  readonly script?: string;
  readonly preload?: string;
  readonly repositoryDir?: string;
};

export type ServiceProcess = Awaited<ReturnType<typeof startServiceProcess>>;

/**
 * Starts a service, on loopback unless `env` has `LISTEN_HOST` or `HEALTH_HOST`. It stops by itself when this process
 * ends, for whatever reason.
 * @param options.logFile receives all its output; that of the run before is kept as `.previous`
 * @throws Error when the command cannot be executed
 */
export async function startServiceProcess(
  spec: ServiceSpec,
  { logFile, show }: { logFile: string; show?: (line: string) => void },
) {
  const { service, name = service, port = 0, healthPort, preload, repositoryDir = REPOSITORY_DIR } = spec;
  // Absolute, to distinguish this clone's processes from another's.
  const script = resolve(repositoryDir, spec.script ?? `services/${service}/main.ts`);
  const args = [...(preload ? [`--import=${preload}`] : []), script];
  const { LISTEN_HOST, HEALTH_HOST } = spec.env;
  const env: NodeJS.ProcessEnv = {
    NODE_COMPILE_CACHE: compileCacheDir(repositoryDir),
    ...spec.env,
    LISTEN_HOST: LISTEN_HOST || LOOPBACK,
    HEALTH_HOST: HEALTH_HOST || LOOPBACK,
    PORT: String(port),
    HEALTH_PORT: String(healthPort),
  };
  await rename(logFile, `${logFile}.previous`).catch(() => undefined);
  const onLine = (line: string) => {
    const parsed = parseLogLine(line);
    if (isWorthShowing(parsed)) show?.(`${name} | ${parsed.message}`);
  };
  const spawned = { command: process.execPath, args, env, cwd: repositoryDir, logFile, ipc: true, stopSignals: [] };
  const running = await startProcess({ ...spawned, onLine: show && onLine });
  const failureOf = ({ code, signal }: Exit) =>
    new Error(`${name} ended (${signal ?? `exit code ${code}`}): ${lastError(running.output())}`);
  return {
    ...running,
    service,
    args,
    failure: running.exited.then(failureOf),
    /** Resolves when it is ready, or with why an operator has to act. @throws Error; the reason of `signal` */
    async ready(withinMs: number, signal?: AbortSignal): Promise<void> {
      let found = 'no answer';
      const isReady = async () => {
        signal?.throwIfAborted();
        const exit = running.exit();
        if (exit) throw failureOf(exit);
        const response = await fetch(`http://${LOOPBACK}:${healthPort}/readyz`, {
          signal: AbortSignal.timeout(1_000),
        }).catch(() => undefined);
        const reason = (await response?.text().catch(() => ''))?.trim();
        if (response) found = `status ${response.status}`;
        if (response?.status === 503 && reason) show?.(`${name} | not ready: ${reason}`);
        return response?.status === 200 || (response?.status === 503 && Boolean(reason));
      };
      if (await waitUntil(isReady, { timeoutMs: withinMs, everyMs: 100 })) return;
      throw new Error(`${name} is not ready after ${withinMs / 1000} s (${found})`);
    },
    /** SIGTERM, and SIGKILL `graceMs` later. Never rejects. */
    async stop(graceMs: number): Promise<void> {
      if (!(await running.stop([['SIGTERM', graceMs]])))
        show?.(`${name} did not stop within ${graceMs / 1000} s: killed`);
    },
  };
}

/** Stops processes stage after stage, those of one stage at once. */
export async function stopInStages<Running extends { readonly service: string }>(
  running: readonly Running[],
  stop: (one: Running) => Promise<unknown>,
): Promise<void> {
  for (const names of stopStages as readonly (readonly string[])[]) {
    await Promise.all(running.filter(({ service }) => names.includes(service)).map(stop));
  }
}
