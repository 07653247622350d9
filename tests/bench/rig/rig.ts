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

/** A process of the bench that answers over IPC. */
export type Hosted = {
  /** @throws Error of the answering side, or that the process has ended */
  ask<T>(name: string, ...args: unknown[]): Promise<T>;
  stop(): Promise<void>;
};

export type Rig = Awaited<ReturnType<typeof startRig>>;

export type RigOptions = {
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: `tryon`, `images` and `usage`. */
  readonly services?: readonly string[];
};

/** Starts servers and the services named. @param base variables every process needs, `PATH` and the like */
export async function startRig(base: Readonly<Record<string, string>>, options: RigOptions = {}) {
  await using undo = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-bench-'));
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'logs'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const logFile = (name: string) => join(dataDir, 'logs', `${name}.log`);
  const hosted: Hosted[] = [];
  undo.defer(async () => void (await Promise.all(hosted.map((one) => one.stop()))));
  const host = async (module: string): Promise<Hosted> => {
    const child = await startProcess({
      command: process.execPath,
      args: [PROBE, fileOf(module)],
      ipc: true,
      logFile: logFile(module.replaceAll('/', '-')),
      env: { ...base, ...THROWAWAY_STORE_CREDENTIALS },
      stopSignals: [['SIGTERM', STOP_WITHIN_MS]],
    });
    const one: Hosted = { ask: asking(module, child), stop: async () => void (await child.stop()) };
    hosted.push(one);
    return one;
  };

  // A process of its own, as for one on other machines.
  const S3_ENDPOINT = await (await host('rig/object-store.ts')).ask<string>('start', BUCKET);
  const variables = { S3_ENDPOINT, S3_BUCKET: BUCKET };
  const servers = await startServers({ dataDir, variables, storeCredentials: THROWAWAY_STORE_CREDENTIALS });
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
    ...options.environment,
  };
  await provision({ env: environment });

  const port = await freePort();
  const services: ServiceProcess[] = [];
  undo.defer(() => stopInStages(services, (process) => process.stop(STOP_WITHIN_MS)));
  const startService = async (service: string): Promise<Hosted> => {
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
  const { services: others = ['tryon', 'images', 'usage'] } = options;
  const [gateway] = await Promise.all(['gateway', ...others].map((name) => startService(name)));
  const started = undo.move();
  return {
    natsUrl,
    databaseUrl,
    environment,
    sql,
    gateway: gateway as Hosted,
    startService,
    host,
    apiUrl: `http://127.0.0.1:${port}`,
    stop: () => started.disposeAsync(),
  };
}

function asking(name: string, { channel }: Pick<RunningProcess, 'channel'>): Hosted['ask'] {
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
