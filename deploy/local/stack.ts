import { join } from 'node:path';
import { serviceNames } from '@styling/contracts';
import {
  busKeyFile,
  connectToAsk,
  freePort,
  freePorts,
  KEYS_SCRIPT,
  keptSecret,
  LIMITS_SCRIPT,
  portIsFree,
  provision,
  REPOSITORY_DIR,
  restartAfterFullDisk,
  runScript,
  type Server,
  startServers,
} from '@styling/local-servers';
import { lockDataDir } from './data-dir.ts';
import { DEMO_USER, demoKey } from './demo-key.ts';
import { environmentsOf, natsKeysDirOf } from './environment.ts';
import { removeStackFile, writeStackFile } from './run-beside.ts';
import type { stackSettings } from './settings.ts';
import { stopOrphanedServices, supervise } from './supervise.ts';

export type Stack = Awaited<ReturnType<typeof startStack>>;

export type StackOptions = ReturnType<typeof stackSettings> & {
  readonly show: (line: string) => void;
  /** Aborted: everything started is stopped and `startStack` rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
  /** Another folder for tests. */
  readonly repositoryDir?: string;
};

const DEMO_DAILY = '1000';

/** Brings the whole system up on `dataDir`; leaves nothing running when it fails. @throws Error of one line */
export async function startStack(options: StackOptions) {
  const { dataDir, imageStorePort, variables, show, signal, repositoryDir = REPOSITORY_DIR } = options;
  const isEmbedded = { nats: !variables.NATS_URL, postgres: !variables.DATABASE_URL, store: !variables.S3_ENDPOINT };
  await using undo = new AsyncDisposableStack();
  undo.use(await lockDataDir(dataDir));
  await stopOrphanedServices(dataDir);
  await requireFree('PORT', options.port, ['::', '0.0.0.0', '127.0.0.1']);
  if (isEmbedded.store) await requireFree('IMAGE_STORE_PORT', imageStorePort, ['127.0.0.1']);

  const natsKeysDir = natsKeysDirOf(dataDir);
  const storeCredentials = {
    AWS_ACCESS_KEY_ID: 'local',
    // A new secret would do as well: nothing is stored under it.
    AWS_SECRET_ACCESS_KEY: await keptSecret(join(dataDir, 'object-store-secret')),
  };
  const own = { dataDir, variables, imageStorePort, natsKeysDir, storeCredentials };
  const servers = await startServers({ ...own, notify: show, signal });
  undo.defer(() => servers.stop());
  signal?.throwIfAborted();

  const { addresses } = servers;
  const environments = await environmentsOf(dataDir, variables, addresses, show);

  show('provisioning streams and tables …');
  const warnings = await provision({ repositoryDir, env: environments.provision, signal });
  for (const warning of warnings) show(`warning: ${warning}`);

  show('starting services …');
  const port = options.port || (await freePort());
  const healthPorts = await freePorts(serviceNames.length);
  const specs = serviceNames.map((service, index) => ({
    service,
    env: environments[service],
    port: service === 'gateway' ? port : 0,
    healthPort: healthPorts[index] as number,
    repositoryDir,
  }));
  const startServices = async () => {
    const services = await supervise(specs, { dataDir, show, signal });
    undo.defer(() => services.stop());
    return services;
  };
  const apiUrl = `http://localhost:${port}`;
  const makeAccess = async () => {
    const env = { PORTAL_URL: apiUrl, ...environments.operator };
    const administer = (name: string, script: string) => (args: readonly string[]) =>
      runScript(script, args, { name, repositoryDir, env, signal });
    const [keys, limits] = [administer('keys', KEYS_SCRIPT), administer('limits', LIMITS_SCRIPT)];
    // Trying everything out exceeds a user's default limit.
    const grant = async () => variables.DAILY_LIMIT ?? limits(['set', '--user', DEMO_USER, '--daily', DEMO_DAILY]);
    const key = await demoKey(dataDir, keys, grant);
    const { link }: { link: string } = JSON.parse(await keys(['invite', '--user', DEMO_USER]));
    return { demoKey: key, portalLink: link };
  };
  const both = [startServices(), makeAccess()] as const;
  await Promise.allSettled(both);
  const [services, access] = await Promise.all(both);
  const { S3_FORCE_PATH_STYLE } = variables;
  const beside = {
    ...addresses,
    PORTAL_URL: apiUrl,
    AUDIT_LOG: join(dataDir, 'logs', 'operations.log'),
    ...(isEmbedded.nats && { NATS_NKEY_FILE: busKeyFile(natsKeysDir, 'operator') }),
    ...(!isEmbedded.store && S3_FORCE_PATH_STYLE && { S3_FORCE_PATH_STYLE }),
  };
  await writeStackFile(dataDir, { pid: process.pid, environment: beside });
  undo.defer(() => removeStackFile(dataDir));
  const failures = [services.failure];
  const watch = (server: Server<never>, folder: string, ask?: () => Promise<unknown>) => {
    const watching = restartAfterFullDisk(server, { dataDir: join(dataDir, folder), ask, notify: show });
    undo.defer(() => watching.stop());
    failures.push(watching.failure);
  };
  if (isEmbedded.nats) {
    const { ask, close } = await connectToAsk(addresses.NATS_URL, natsKeysDir);
    undo.defer(close);
    watch(servers.nats, 'nats', ask);
  }
  if (isEmbedded.postgres) watch(servers.postgres, 'postgres');
  signal?.throwIfAborted();

  const running = undo.move();
  return {
    addresses,
    environments,
    port,
    apiUrl,
    ...access,
    /** Resolves when the first process ends, `stop` and full disks aside; the others still run then. */
    failure: Promise.race(failures),
    /** Stops the services in their stages, then the servers. Never rejects, bounded in time. */
    stop: () => running.disposeAsync(),
  };
}

async function requireFree(variable: string, port: number, hosts: readonly string[]): Promise<void> {
  if (port !== 0 && !(await portIsFree(port, hosts))) {
    throw new Error(`port ${port} is already in use; choose another one with ${variable}`);
  }
}
