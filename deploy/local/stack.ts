import { join } from 'node:path';
import { type BusUserName, type ServiceName, serviceNames, stopStages } from '@styling/contracts';
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
  serviceSpec,
  startServers,
} from '@styling/local-servers';
import { lockDataDir } from './data-dir.ts';
import { DEMO_USER, demoKey, demoLink } from './demo-key.ts';
import {
  bucketAddress,
  databaseAccess,
  ownEnvironment,
  type StackAddresses,
  sharedEnvironment,
} from './environment.ts';
import { removeStackFile, writeStackFile } from './run-beside.ts';
import type { StackSettings } from './settings.ts';
import { stopOrphanedServices, supervise } from './supervise.ts';

export type Stack = Awaited<ReturnType<typeof startStack>>;

export type StackOptions = StackSettings & {
  readonly show: (line: string) => void;
  /** Aborted: everything started is stopped and `startStack` rejects with the reason. */
  readonly signal?: AbortSignal;
  /** Aborted: every process is killed at once. */
  readonly force?: AbortSignal;
  /** Another folder for tests. */
  readonly repositoryDir?: string;
};

const DEMO_DAILY = '1000';

/** Brings the whole system up on `dataDir`; leaves nothing running when it fails. @throws Error of one line */
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
  const specOf = (service: ServiceName) =>
    serviceSpec({
      service,
      env: environmentOf(service),
      port: service === 'gateway' ? addresses.port : 0,
      healthPort: healthPorts[serviceNames.indexOf(service)] as number,
      repositoryDir,
    });
  const startServices = async (signal: AbortSignal) => {
    const stages = stopStages.map((names) => names.map(specOf));
    const services = await supervise(stages, { pidFile, logDir: join(dataDir, 'logs'), show, signal, force });
    undo.defer(() => services.stop());
    return services;
  };
  const apiUrl = `http://localhost:${addresses.port}`;
  const makeAccess = async (signal: AbortSignal) => {
    const env = { PORTAL_URL: apiUrl, ...environmentOf('operator') };
    const administer = (name: string, script: string) => (args: readonly string[]) =>
      runScript(script, args, { name, repositoryDir, env, signal });
    const [keys, limits] = [administer('keys', KEYS_SCRIPT), administer('limits', LIMITS_SCRIPT)];
    // Trying everything out exceeds a user's default limit.
    const grant = async () => environment.DAILY_LIMIT ?? limits(['set', '--user', DEMO_USER, '--daily', DEMO_DAILY]);
    return { demoKey: await demoKey(dataDir, keys, grant), portalLink: await demoLink(keys) };
  };
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  const both = [startServices(either), makeAccess(either)] as const;
  for (const one of both) one.catch((reason) => failed.abort(reason));
  await Promise.allSettled(both);
  either.throwIfAborted();
  const [services, access] = await Promise.all(both);
  const beside = {
    ...addressVariables(addresses),
    PORTAL_URL: apiUrl,
    ...(addresses.natsKeysDir && { NATS_NKEY_FILE: busKeyFile(natsKeysDir, 'operator') }),
    ...addresses.storeCredentials,
    ...(style && { S3_FORCE_PATH_STYLE: style }),
  };
  await writeStackFile(dataDir, { pid: process.pid, environment: beside });
  undo.defer(() => removeStackFile(dataDir));
  const watches: ReturnType<typeof restartAfterFullDisk>[] = [];
  if (!options.natsUrl) {
    const { ask, close } = await connectToAsk(servers.nats.url, natsKeysDir);
    undo.defer(close);
    watches.push(restartAfterFullDisk(servers.nats, { dataDir: join(dataDir, 'nats'), ask, notify: show }));
  }
  if (!options.databaseUrl) {
    watches.push(restartAfterFullDisk(servers.postgres, { dataDir: join(dataDir, 'postgres'), notify: show }));
  }
  const stopWatching = async () => void (await Promise.all(watches.map((watch) => watch.stop())));
  undo.defer(stopWatching);
  force?.addEventListener('abort', () => void stopWatching());
  signal?.throwIfAborted();

  const running = undo.move();
  return {
    ...addresses,
    apiUrl,
    ...access,
    /** Resolves when the first process ends, `stop` and full disks aside; the others still run then. */
    failure: Promise.race([services.failure, ...watches.map((watch) => watch.failure)]),
    /** Stops the services in their stages, then the servers. Never rejects, bounded in time. */
    stop: () => running.disposeAsync(),
  };
}

async function requireFree(variable: string, port: number, hosts: readonly string[]): Promise<void> {
  if (port !== 0 && !(await portIsFree(port, hosts))) {
    throw new Error(`port ${port} is already in use; choose another one with ${variable}`);
  }
}
