import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServers } from '@styling/local-servers';
import {
  addressVariables,
  provision,
  type ServiceProcess,
  serviceSpec,
  startServiceProcess,
  stopInStages,
  THROWAWAY_SECRETS,
  THROWAWAY_STORE_CREDENTIALS,
} from '@styling/process-rig';
import pg from 'pg';
import { asking, type Child, host, PROBE } from './child.ts';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const BUCKET = 'styling';

/** A system on free ports and in a folder of its own. */
export type Rig = Awaited<ReturnType<typeof startAll>>;

/** Instead of the service with hosted models. */
const INSTANT_TRYON = 'bench/instant-tryon/main.ts';

/** Limits as high as a benchmark needs them; logs as in production, to a file. */
const UNLIMITED = {
  DAILY_LIMIT: '1000000000',
  REQUEST_TIMEOUT_SECONDS: '600',
  MAX_USER_REQUESTS_PER_SECOND: '1000000000',
};

/** What a rig has besides its gateway. */
export type RigOptions = {
  /** For the services, beside what the rig sets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether the log is synced to disk before it acknowledges; nats-server 2.10 or later. */
  readonly syncedLog?: boolean;
  /** The gateway is always there; default: `tryon`, `images` and `usage`. */
  readonly services?: readonly string[];
};

/**
 * Starts nats-server, Postgres, the embedded object store in a process of its own, and the services named.
 * @param base what every process needs of the bench's own environment: `PATH` and the like
 */
export async function startRig(base: Readonly<Record<string, string>>, options: RigOptions = {}): Promise<Rig> {
  const started = new AsyncDisposableStack();
  running.add(started);
  started.defer(() => void running.delete(started));
  try {
    return await startAll(base, options, started);
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}

const running = new Set<AsyncDisposableStack>();

/** Stops everything that the rigs of this process have started, for a shutdown signal. */
export const stopRigs = async (): Promise<void> => {
  await Promise.allSettled([...running].map((started) => started.disposeAsync()));
};

async function startAll(base: Readonly<Record<string, string>>, options: RigOptions, undo: AsyncDisposableStack) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-bench-'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'logs'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  /** A process around a module of the bench. */
  const hosted = async (module: string) => {
    const env = { ...base, ...THROWAWAY_STORE_CREDENTIALS };
    const child = await host(module, { logFile: logFile(module.replaceAll('/', '-')), env });
    undo.defer(() => child.stop());
    return child;
  };

  const store = await hosted('rig/object-store.ts');
  const s3Endpoint = await store.call<string>('start', BUCKET);
  const servers = await startServers({
    dataDir,
    bucket: BUCKET,
    s3Endpoint,
    storeCredentials: THROWAWAY_STORE_CREDENTIALS,
  });
  undo.defer(() => servers.stop());
  if (options.syncedLog) {
    await servers.nats.stop();
    await servers.nats.start({ syncAlways: true });
  }
  const [natsUrl, databaseUrl] = [servers.nats.url, servers.postgres.url];
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  undo.defer(() => sql.end());

  const imageStoreUrl = `${s3Endpoint}/${BUCKET}`;
  /** What every service gets. */
  const environment: Readonly<Record<string, string>> = {
    ...base,
    ...UNLIMITED,
    ...addressVariables({ natsUrl, databaseUrl, s3Endpoint, bucket: BUCKET, imageStoreUrl }),
    ...THROWAWAY_SECRETS,
    AWS_REGION: 'us-east-1',
    ...options.environment,
  };
  await provision({ env: environment });

  const port = await freePort();
  const running: { readonly service: string; readonly process: ServiceProcess }[] = [];
  undo.defer(() => stopInStages(running, ({ process }) => process.stop(STOP_WITHIN_MS)));
  /** Another process of a service, ready when this resolves. */
  const startService = async (service: string, more: Readonly<Record<string, string>> = {}): Promise<Child> => {
    const spec = serviceSpec({
      service,
      env: { ...environment, ...more },
      port: Number(more.PORT ?? port),
      healthPort: await freePort(),
      preload: PROBE,
      ...(service === 'tryon' ? { script: INSTANT_TRYON } : {}),
    });
    const process = await startServiceProcess(spec, { logFile: logFile(service) });
    running.push({ service, process });
    const { ask } = asking(service, process);
    await process.ready(READY_WITHIN_MS);
    return { ask, stop: () => process.stop(STOP_WITHIN_MS) };
  };
  const { services = ['tryon', 'images', 'usage'] } = options;
  const [gateway] = await Promise.all(['gateway', ...services].map((name) => startService(name)));
  if (!gateway) throw new Error('a rig without a gateway');
  return {
    natsUrl,
    databaseUrl,
    environment,
    sql,
    gateway,
    startService,
    host: hosted,
    apiUrl: `http://127.0.0.1:${port}`,
    stop: (): Promise<void> => undo.disposeAsync(),
  };
}
