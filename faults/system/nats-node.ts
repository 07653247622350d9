import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectNats } from '@nats-io/transport-node';
import { type ServerProcess, startServerProcess, waitUntil } from '@styling/local-servers';

/** One nats-server, which keeps its data and its port over any end. */
export type NatsNode = {
  readonly name: string;
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, with other settings if they are given. */
  start(changes?: Partial<NatsSettings>): Promise<void>;
  stop(): Promise<void>;
};

export type NatsSettings = {
  /** Bytes that JetStream may keep on disk; without it, as much as there is. */
  readonly maxFileStore?: number;
  readonly cluster?: { readonly port: number; readonly routes: readonly number[] };
};

const READY_WITHIN_MS = 30_000;

/** Starts a nats-server with JetStream on `port` of 127.0.0.1. */
export async function startNatsNode(
  options: { name: string; binary: string; dataDir: string; port: number } & NatsSettings,
): Promise<NatsNode> {
  const { name, binary, dataDir, port } = options;
  let settings: NatsSettings = options;
  await mkdir(dataDir, { recursive: true });
  await chmod(dataDir, 0o700);
  let server: ServerProcess | undefined;
  const start = async (changes: Partial<NatsSettings> = {}) => {
    settings = { ...settings, ...changes };
    const file = join(dataDir, 'nats-server.conf');
    await writeFile(file, configuration(options, settings));
    server = await startServerProcess({
      command: binary,
      args: ['-c', file],
      logFile: join(dataDir, 'nats-server.log'),
      stopSignals: [['SIGTERM', 5_000]],
      cwd: dataDir,
    });
    if (!(await waitUntil(() => answers(port), { timeoutMs: READY_WITHIN_MS, everyMs: 25 }))) {
      throw new Error(`nats-server ${name} does not answer: ${server.output().slice(-500)}`);
    }
  };
  await start();
  return {
    name,
    port,
    url: `nats://127.0.0.1:${port}`,
    get pid() {
      return (server as ServerProcess).pid;
    },
    kill: async () => server?.kill(),
    start,
    stop: async () => server?.stop(),
  };
}

function configuration(
  { name, dataDir, port }: { name: string; dataDir: string; port: number },
  { maxFileStore, cluster }: NatsSettings,
): string {
  const routes = cluster?.routes.map((route) => `nats://127.0.0.1:${route}`) ?? [];
  return [
    `listen: 127.0.0.1:${port}`,
    `server_name: ${name}`,
    `jetstream {\n  store_dir: ${JSON.stringify(dataDir)}`,
    ...(maxFileStore ? [`  max_file_store: ${maxFileStore}`] : []),
    '}',
    ...(cluster
      ? [
          `cluster {\n  name: faults\n  listen: 127.0.0.1:${cluster.port}`,
          `  routes: ${JSON.stringify(routes)}`,
          // Clients would be told of each other's addresses and leave their links.
          '  no_advertise: true\n}',
        ]
      : []),
    '',
  ].join('\n');
}

async function answers(port: number): Promise<boolean> {
  try {
    const nc = await connectNats({ servers: `nats://127.0.0.1:${port}`, reconnect: false, timeout: 1_000 });
    await nc.close();
    return true;
  } catch {
    return false;
  }
}
