import { on } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  freePort,
  provision,
  type RunningProcess,
  type ServiceProcess,
  startProcess,
  startServers,
  startServiceProcess,
  stopInStages,
  THROWAWAY_SECRETS,
  THROWAWAY_STORE_CREDENTIALS,
} from '@styling/local-servers';
import pg from 'pg';

const READY_WITHIN_MS = 30_000;
const STOP_WITHIN_MS = 15_000;
const BUCKET = 'styling';
const fileOf = (module: string): string => join(import.meta.dirname, '..', module);
const PROBE = fileOf('rig/probe.ts');

/** Logs as in production, to a file. */
const UNLIMITED = {
  DAILY_LIMIT: '1000000000',
  REQUEST_TIMEOUT_SECONDS: '600',
  MAX_USER_REQUESTS_PER_SECOND: '1000000000',
};

/** Asks a process of the bench over IPC. @throws Error of the answering side, or that the process has ended */
export type Ask = <T>(name: string, ...args: unknown[]) => Promise<T>;

export type Rig = Awaited<ReturnType<typeof startRig>>;

export type RigOptions = { environment?: Record<string, string>; services?: readonly string[] };

/**
 * Starts servers and the services named.
 * @param base variables every process needs, `PATH` and the like
 * @param undo stops them
 */
export async function startRig(
  base: Readonly<Record<string, string>>,
  { environment: own, services: others = ['tryon', 'images', 'usage'] }: RigOptions,
  undo: AsyncDisposableStack,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-bench-'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'logs'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  /** Hosts a module of the bench, until `user` is disposed. */
  const host = async (module: string, user: AsyncDisposableStack): Promise<Ask> => {
    const starting = startProcess({
      command: process.execPath,
      args: [PROBE, fileOf(module)],
      ipc: true,
      logFile: logFile(module.replaceAll('/', '-')),
      env: { ...base, ...THROWAWAY_STORE_CREDENTIALS },
      stopSignals: [['SIGTERM', STOP_WITHIN_MS]],
    });
    const child = user.adopt(await starting, async (started) => void (await started.stop()));
    return asking(module, child);
  };

  // A process of its own, as for one on other machines.
  const askStore = await host('../../libs/local-servers/object-store.ts', undo);
  const storeCredentials = THROWAWAY_STORE_CREDENTIALS;
  const storeOptions = { bucket: BUCKET, credentials: storeCredentials };
  const { url: S3_ENDPOINT } = await askStore<{ url: string }>('startObjectStore', storeOptions);
  const variables = { S3_ENDPOINT, S3_BUCKET: BUCKET };
  const servers = await startServers({ dataDir, variables, storeCredentials });
  undo.defer(() => servers.stop());
  const [natsUrl, databaseUrl] = [servers.nats.url, servers.postgres.url];
  const sql = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  undo.defer(() => sql.end());
  const environment: Readonly<Record<string, string>> = {
    ...base,
    ...UNLIMITED,
    ...servers.addresses,
    ...THROWAWAY_SECRETS,
    AWS_REGION: 'us-east-1',
    ...own,
  };
  await provision({ env: environment });

  const port = await freePort();
  const services: ServiceProcess[] = [];
  undo.defer(() => stopInStages(services, (process) => process.stop(STOP_WITHIN_MS)));
  const startService = async (service: string) => {
    const spec = {
      service,
      env: environment,
      port,
      healthPort: await freePort(),
      preload: PROBE,
      ...(service === 'tryon' && { script: fileOf('instant-tryon/main.ts') }),
    };
    const process = await startServiceProcess(spec, { logFile: logFile(service) });
    services.push(process);
    await process.ready(READY_WITHIN_MS);
    return { ask: asking(service, process), stop: () => process.stop(STOP_WITHIN_MS) };
  };
  const [gateway] = await Promise.all(['gateway', ...others].map((name) => startService(name)));
  return {
    natsUrl,
    databaseUrl,
    environment,
    sql,
    gateway: gateway as NonNullable<typeof gateway>,
    startService,
    host,
    apiUrl: `http://127.0.0.1:${port}`,
  };
}

function asking(name: string, { channel }: Pick<RunningProcess, 'channel'>): Ask {
  let serial = 0;
  return async (question, ...args) => {
    const id = ++serial;
    const messages = on(channel, 'message', { close: ['exit'] });
    channel.send({ id, name: question, args });
    for await (const [reply] of messages) {
      if (reply.id !== id) continue;
      if (reply.error === undefined) return reply.answer;
      throw new Error(`${name}: ${reply.error}`);
    }
    throw new Error(`${name} ended`);
  };
}
