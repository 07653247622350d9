import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findNatsServer, freePort, REPOSITORY_DIR, startNatsServer, startPostgres } from '@styling/local-stack';
import pg from 'pg';
import { type Child, type Hosted, host, startChild } from './child.ts';

const READY_WITHIN_MS = 30_000;
const BUCKET = 'styling';

/** A whole system on free ports and a folder of its own, with nothing but what is measured in it. */
export type Rig = {
  readonly natsUrl: string;
  readonly databaseUrl: string;
  /** What every service gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly sql: pg.Pool;
  readonly apiUrl: string;
  readonly gateway: Child;
  /** Another process of a service, ready when this resolves. */
  startService(name: string, environment?: Readonly<Record<string, string>>): Promise<Child>;
  /** A process around a module of the bench. */
  host(module: string): Promise<Hosted>;
  stop(): Promise<void>;
};

/** The services of a rig; `tryon` stands for the one with an instant model. */
const SCRIPTS: Readonly<Record<string, string>> = {
  gateway: 'services/gateway/main.ts',
  images: 'services/images/main.ts',
  usage: 'services/usage/main.ts',
  tryon: 'bench/instant-tryon/main.ts',
};

/** Limits as high as a benchmark needs them; logs as in production, to a file. */
const UNLIMITED = { DAILY_LIMIT: '1000000000', REQUEST_TIMEOUT_SECONDS: '600' };

/** The embedded store takes any; the AWS SDK asks for some. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' };

/** What a rig has beside its gateway. */
export type RigOptions = {
  /** For the services, beside what the rig sets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** As in `SCRIPTS`; the gateway is always there. */
  readonly services?: readonly string[];
};

/**
 * Starts nats-server, Postgres, the embedded object store in a process of its own, and the services named.
 *
 * @param base what every process needs of the bench's own environment: `PATH` and the like
 */
export async function startRig(base: Readonly<Record<string, string>>, options: RigOptions = {}): Promise<Rig> {
  const started = new AsyncDisposableStack();
  running.add(started);
  started.defer(() => void running.delete(started));
  try {
    return await startParts(base, options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

const running = new Set<AsyncDisposableStack>();

/** Stops what every rig of this process has started so far, for one that is told to end. */
export const stopRigs = async (): Promise<void> => {
  await Promise.allSettled([...running].map((started) => started.disposeAsync()));
};

async function startParts(
  base: Readonly<Record<string, string>>,
  options: RigOptions,
  undo: AsyncDisposableStack,
): Promise<Rig> {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-bench-'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'logs'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const env = { ...base, ...CREDENTIALS };
  const hosted = async (module: string) => {
    const child = await host(module, { logFile: logFile(module.replaceAll('/', '-')), env });
    undo.defer(() => child.stop());
    return child;
  };

  const binary = await findNatsServer({ notify: () => undefined });
  const nats = await startNatsServer({ binary, dataDir: join(dataDir, 'nats') });
  undo.defer(() => nats.stop());
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  undo.defer(() => postgres.stop());
  const s3 = await hosted('rig/object-store.ts');
  const s3Endpoint = await s3.call<string>('start', BUCKET);
  const sql = new pg.Pool({ connectionString: postgres.url, max: 2 });
  undo.defer(() => sql.end());

  const environment = {
    ...base,
    ...UNLIMITED,
    NATS_URL: nats.url,
    DATABASE_URL: postgres.url,
    S3_ENDPOINT: s3Endpoint,
    S3_BUCKET: BUCKET,
    ...CREDENTIALS,
    AWS_REGION: 'us-east-1',
    IMAGE_STORE_URL: `${s3Endpoint}/${BUCKET}`,
    ...options.environment,
  };
  const provision = join(REPOSITORY_DIR, 'deploy', 'provision', 'main.ts');
  await promisify(execFile)(process.execPath, [provision], { env: environment, cwd: REPOSITORY_DIR });

  const port = await freePort();
  const startService = async (name: string, more: Readonly<Record<string, string>> = {}) => {
    const healthPort = await freePort();
    const script = join(REPOSITORY_DIR, SCRIPTS[name] ?? '');
    const env = { ...environment, PORT: String(port), HEALTH_PORT: String(healthPort), ...more };
    const child = startChild(script, { logFile: logFile(name), env, cwd: REPOSITORY_DIR });
    undo.defer(() => child.stop());
    await readiness(name, `http://127.0.0.1:${healthPort}/readyz`, child);
    return child;
  };
  const { services = ['tryon', 'images', 'usage'] } = options;
  const [gateway] = await Promise.all(['gateway', ...services].map((name) => startService(name)));
  if (!gateway) throw new Error('a rig without a gateway');
  return {
    natsUrl: nats.url,
    databaseUrl: postgres.url,
    environment,
    sql,
    apiUrl: `http://127.0.0.1:${port}`,
    gateway,
    startService,
    host: hosted,
    stop: () => undo.disposeAsync(),
  };
}

async function readiness(name: string, url: string, child: Child): Promise<void> {
  let gone = false;
  void child.exited.then(() => {
    gone = true;
  });
  const deadline = performance.now() + READY_WITHIN_MS;
  while (!gone && performance.now() < deadline) {
    const status = await fetch(url).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 200) return;
    await sleep(20);
  }
  throw new Error(`${name} of the bench is not ready${gone ? ': it ended' : ` within ${READY_WITHIN_MS / 1000} s`}`);
}
