import { join } from 'node:path';
import { type BusUserName, serviceNames } from '@styling/contracts';
import { busKeyFile, freePort, freePorts, portIsFree, type Servers, startServers } from '@styling/local-servers';
import { KEYS_SCRIPT, provision, REPOSITORY_DIR, runScript } from '@styling/process-rig';
import { compileCacheDir } from './compile-cache.ts';
import { demoKey } from './demo-key.ts';
import { lockDataDir } from './lock.ts';
import { stopOrphanedServices } from './orphaned-services.ts';
import { busEnvironment, type StackAddresses, servicePlan, sharedEnvironment } from './service-plan.ts';
import type { StackSettings } from './settings.ts';
import { removeStackFile, writeStackFile } from './stack-file.ts';
import { supervise } from './supervise.ts';
import { together } from './together.ts';

const KEYS_WITHIN_MS = 30_000;

/** A whole system that runs on this machine. */
export type Stack = StackAddresses & {
  /** e.g. `http://localhost:8080` */
  readonly apiUrl: string;
  readonly demoKey: string;
  /** Resolves with the error to show when a process ends without having been stopped. The others still run then. */
  readonly failure: Promise<Error>;
  /**
   * Stops the services in their stages, then the servers. Never rejects, bounded in time.
   */
  stop(): Promise<void>;
};

/** How to start a stack, beside what the user chooses. */
export type StackOptions = StackSettings & {
  /** Called with each line that the user should see. */
  readonly show: (line: string) => void;
  /** Aborted: everything started is stopped and `startStack` rejects with the reason. */
  readonly signal?: AbortSignal;
  /** Aborted: every process is killed at once. */
  readonly force?: AbortSignal;
  /** Where services, provisioning and key administration are found; another folder for tests. */
  readonly repositoryDir?: string;
  /** Where a fetched nats-server is kept. */
  readonly binDir?: string;
  readonly readyWithinMs?: number;
  readonly stopGraceMs?: number;
};

/**
 * Brings the whole system up on `dataDir`: NATS, Postgres and the object store, the provisioning of streams and tables,
 * the six services, a demo key. Nothing is left running when it fails.
 * @throws Error of one line
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { dataDir, show, signal, force, repositoryDir = REPOSITORY_DIR } = options;
  await using undo = new AsyncDisposableStack();
  const lock = await lockDataDir(dataDir);
  undo.defer(() => lock.release());
  const pidFile = join(dataDir, 'services.json');
  await stopOrphanedServices(pidFile);
  await requireFreePorts(options);

  const natsKeysDir = join(dataDir, 'nats-keys');
  const servers = await startServers({ ...options, natsKeysDir, notify: show });
  undo.defer(() => servers.stop());
  force?.addEventListener('abort', () => {
    for (const server of servers.all) void server.kill();
  });
  signal?.throwIfAborted();

  const s3IsEmbedded = options.s3Endpoint === undefined;
  const port = options.port || (await freePort());
  const addresses: StackAddresses = {
    natsUrl: servers.nats.url,
    ...(options.natsUrl ? {} : { natsKeysDir }),
    databaseUrl: servers.postgres.url,
    s3Endpoint: servers.store.url,
    bucket: options.bucket,
    imageStoreUrl: options.imageStoreUrl ?? imageStoreUrl(options, servers.store.url),
    port,
  };
  const environment = {
    NODE_COMPILE_CACHE: compileCacheDir(repositoryDir),
    ...sharedEnvironment(addresses, options.environment, s3IsEmbedded),
  };
  const scriptOptions = (user: BusUserName, signal: AbortSignal | undefined) => ({
    repositoryDir,
    env: { ...environment, ...busEnvironment(addresses, user) },
    ...(signal ? { signal } : {}),
  });

  show('provisioning streams and tables …');
  await provision(scriptOptions('provision', signal));

  show('starting services …');
  const healthPorts = await freePorts(serviceNames.length);
  const startServices = async (signal: AbortSignal) => {
    const services = await supervise(servicePlan({ repositoryDir, environment, addresses, healthPorts }), {
      pidFile,
      logDir: join(dataDir, 'logs'),
      show,
      signal,
      ...(force ? { force } : {}),
      ...(options.readyWithinMs ? { readyWithinMs: options.readyWithinMs } : {}),
      ...(options.stopGraceMs ? { stopGraceMs: options.stopGraceMs } : {}),
    });
    undo.defer(() => services.stop());
    return services;
  };
  const findKey = (signal: AbortSignal) =>
    demoKey(dataDir, (args) =>
      runScript(KEYS_SCRIPT, args, {
        ...{ name: 'keys', timeoutMs: KEYS_WITHIN_MS },
        ...scriptOptions('operator', signal),
      }),
    );
  const [services, key] = await together(signal, startServices, findKey);
  const apiUrl = `http://localhost:${port}`;
  await writeStackFile(dataDir, {
    nats_url: addresses.natsUrl,
    ...(addresses.natsKeysDir ? { nats_nkey_file: busKeyFile(natsKeysDir, 'operator') } : {}),
    database_url: addresses.databaseUrl,
    s3_endpoint: addresses.s3Endpoint,
    s3_bucket: addresses.bucket,
    s3_is_embedded: s3IsEmbedded,
    image_store_url: addresses.imageStoreUrl,
    api_url: apiUrl,
    pid: process.pid,
  });
  undo.defer(() => removeStackFile(dataDir));
  signal?.throwIfAborted();

  let stopping = false;
  const running = undo.move();
  return {
    ...addresses,
    apiUrl,
    demoKey: key,
    failure: Promise.race([services.failure, firstDeath(servers, () => stopping)]),
    async stop() {
      stopping = true;
      await running.disposeAsync();
    },
  };
}

/** Reports busy ports before anything is started. */
async function requireFreePorts({ port, imageStorePort, s3Endpoint }: StackOptions): Promise<void> {
  const wanted: [string, number, string[]][] = [
    ['PORT', port, ['::', '0.0.0.0', '127.0.0.1']],
    ...(s3Endpoint ? [] : ([['IMAGE_STORE_PORT', imageStorePort, ['127.0.0.1']]] as [string, number, string[]][])),
  ];
  for (const [variable, number, hosts] of wanted) {
    if (number !== 0 && !(await portIsFree(number, hosts))) {
      throw new Error(`port ${number} is already in use; choose another one with ${variable}`);
    }
  }
}

function imageStoreUrl({ s3Endpoint, bucket }: StackOptions, url: string): string {
  return `${s3Endpoint ? url.replace(/\/+$/, '') : `http://localhost:${new URL(url).port}`}/${bucket}`;
}

async function firstDeath({ all }: Servers, isExpected: () => boolean): Promise<Error> {
  return Promise.race(
    all.map(async ({ name, exited }) => {
      const { code, signal } = await exited;
      return isExpected()
        ? new Promise<never>(() => undefined)
        : new Error(`${name} ended (${signal ?? `exit code ${code}`})`);
    }),
  );
}
