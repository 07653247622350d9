import { join } from 'node:path';
import { type BusUserName, serviceNames } from '@styling/contracts';
import {
  addressVariables,
  busKeyFile,
  connectToAsk,
  freePort,
  freePorts,
  KEYS_SCRIPT,
  keptPassword,
  LIMITS_SCRIPT,
  portIsFree,
  provision,
  REPOSITORY_DIR,
  restartAfterFullDisk,
  runScript,
  type Servers,
  startServers,
} from '@styling/local-servers';
import { lockDataDir, requireRoom } from './data-dir.ts';
import { DEMO_USER, demoKey, demoLink } from './demo-key.ts';
import { removeStackFile, writeStackFile } from './run-beside.ts';
import {
  bucketAddress,
  databaseAccess,
  ownEnvironment,
  type StackAddresses,
  servicePlan,
  sharedEnvironment,
} from './service-plan.ts';
import type { StackSettings } from './settings.ts';
import { stopOrphanedServices, supervise } from './supervise.ts';

/** A whole system that runs on this machine. */
export type Stack = Awaited<ReturnType<typeof startStack>>;

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
};

/** Requests of the demo user in a day, unless DAILY_LIMIT is set. */
const DEMO_DAILY = '1000';

/**
 * Brings the whole system up on `dataDir`: NATS, Postgres and the object store, the provisioning of streams and tables,
 * the services, a demo key, a link to the portal. Nothing is left running when it fails.
 * @throws Error of one line
 */
export async function startStack(options: StackOptions) {
  const { dataDir, show, signal, force, repositoryDir = REPOSITORY_DIR } = options;
  await using undo = new AsyncDisposableStack();
  const lock = await lockDataDir(dataDir);
  undo.defer(() => lock.release());
  const pidFile = join(dataDir, 'services.json');
  await stopOrphanedServices(pidFile);
  const s3IsEmbedded = options.s3Endpoint === undefined;
  await requireFree('PORT', options.port, ['::', '0.0.0.0', '127.0.0.1']);
  if (s3IsEmbedded) await requireFree('IMAGE_STORE_PORT', options.imageStorePort, ['127.0.0.1']);
  await requireRoom(options);

  const natsKeysDir = join(dataDir, 'nats-keys');
  const storeCredentials = {
    AWS_ACCESS_KEY_ID: 'local',
    // A new secret would do as well: nothing is stored under it.
    AWS_SECRET_ACCESS_KEY: await keptPassword(join(dataDir, 'object-store-secret')),
  };
  const servers = await startServers({ ...options, natsKeysDir, storeCredentials, notify: show });
  undo.defer(() => servers.stop());
  force?.addEventListener('abort', () => {
    for (const server of servers.all) void server.kill();
  });
  signal?.throwIfAborted();

  const storeUrl = new URL(servers.store.url);
  if (s3IsEmbedded) storeUrl.hostname = 'localhost';
  const style = s3IsEmbedded ? undefined : options.s3ForcePathStyle;
  const addresses: StackAddresses = {
    natsUrl: servers.nats.url,
    ...(options.natsUrl ? {} : { natsKeysDir }),
    databaseUrl: servers.postgres.url,
    databaseAccess: await databaseAccess(servers.postgres.url, join(dataDir, 'database-passwords'), show),
    webhookKey:
      options.environment.WEBHOOK_ENCRYPTION_KEY ||
      (await keptPassword(join(dataDir, 'webhook-encryption-key'), 32, 'base64')),
    s3Endpoint: servers.store.url,
    ...(s3IsEmbedded && { storeCredentials }),
    bucket: options.bucket,
    imageStoreUrl: options.imageStoreUrl ?? bucketAddress(storeUrl.href, options.bucket, style),
    port: options.port || (await freePort()),
  };
  const environment = sharedEnvironment(addresses, options.environment);
  const environmentOf = (user: BusUserName) => ({ ...environment, ...ownEnvironment(addresses, user) });

  show('provisioning streams and tables …');
  const warnings = await provision({ repositoryDir, env: environmentOf('provision'), signal });
  for (const warning of warnings) show(`warning: ${warning}`);

  show('starting services …');
  const healthPorts = await freePorts(serviceNames.length);
  const startServices = async (signal: AbortSignal) => {
    const plan = servicePlan({ repositoryDir, environment, addresses, healthPorts });
    const services = await supervise(plan, { pidFile, logDir: join(dataDir, 'logs'), show, signal, force });
    undo.defer(() => services.stop());
    return services;
  };
  const apiUrl = `http://localhost:${addresses.port}`;
  const makeAccess = async (signal: AbortSignal) => {
    const env = { PORTAL_URL: apiUrl, ...environmentOf('operator') };
    const administer = (name: string, script: string) => (args: readonly string[]) =>
      runScript(script, args, { name, repositoryDir, env, signal });
    const [keys, limits] = [administer('keys', KEYS_SCRIPT), administer('limits', LIMITS_SCRIPT)];
    // Trying everything out takes more requests than a user has by default.
    const grant = async () => environment.DAILY_LIMIT ?? limits(['set', '--user', DEMO_USER, '--daily', DEMO_DAILY]);
    return { demoKey: await demoKey(dataDir, keys, grant), portalLink: await demoLink(keys) };
  };
  const [services, access] = await together(signal, startServices, makeAccess);
  const beside = {
    ...addressVariables(addresses),
    PORTAL_URL: apiUrl,
    ...(addresses.natsKeysDir && { NATS_NKEY_FILE: busKeyFile(natsKeysDir, 'operator') }),
    ...addresses.storeCredentials,
    ...(style && { S3_FORCE_PATH_STYLE: style }),
  };
  await writeStackFile(dataDir, { pid: process.pid, environment: beside });
  undo.defer(() => removeStackFile(dataDir));
  const keeping = await keepServersRunning(servers, options, natsKeysDir);
  undo.defer(() => keeping.stop());
  force?.addEventListener('abort', () => void keeping.stop());
  signal?.throwIfAborted();

  const running = undo.move();
  return {
    ...addresses,
    apiUrl,
    ...access,
    /**
     * Resolves with the error to show when the first process has ended, which without `stop` is a failure, except for a server whose
     * disk was full. The others still run then.
     */
    failure: Promise.race([services.failure, keeping.failure]),
    /** Stops the services in their stages, then the servers. Never rejects, bounded in time. */
    stop: () => running.disposeAsync(),
  };
}

/** Reports a busy port before anything is started. */
async function requireFree(variable: string, port: number, hosts: readonly string[]): Promise<void> {
  if (port !== 0 && !(await portIsFree(port, hosts))) {
    throw new Error(`port ${port} is already in use; choose another one with ${variable}`);
  }
}

/**
 * Restarts those of `servers` that are not the user's own after a full disk, see `restartAfterFullDisk`.
 * @returns `failure` resolves with the error to show when one of them has ended otherwise; `stop` waits for a restart that runs
 */
async function keepServersRunning({ nats, postgres }: Servers, options: StackOptions, natsKeysDir: string) {
  const { dataDir, natsUrl, databaseUrl, show: notify } = options;
  const asking = natsUrl ? undefined : await connectToAsk(nats.url, natsKeysDir);
  const watches = [
    ...(asking ? [restartAfterFullDisk(nats, { dataDir: join(dataDir, 'nats'), ask: asking.ask, notify })] : []),
    ...(databaseUrl ? [] : [restartAfterFullDisk(postgres, { dataDir: join(dataDir, 'postgres'), notify })]),
  ];
  return {
    failure: Promise.race(watches.map((watch) => watch.failure)),
    async stop(): Promise<void> {
      await Promise.all(watches.map((watch) => watch.stop()));
      await asking?.close();
    },
  };
}

/**
 * Runs two functions at once. When one fails, the other is aborted by its signal and awaited.
 * @param signal aborts both
 * @throws the first error, or the signal's reason
 */
async function together<First, Second>(
  signal: AbortSignal | undefined,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const both = [first(either), second(either)] as const;
  for (const one of both) one.catch((reason) => failed.abort(reason));
  await Promise.allSettled(both);
  signal?.throwIfAborted();
  failed.signal.throwIfAborted();
  return Promise.all(both);
}
