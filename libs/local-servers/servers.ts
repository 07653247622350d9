import { join } from 'node:path';
import { findNatsServer } from './nats-binary.ts';
import { localBusKeys, type NatsSettings, startNatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { startPostgres } from './postgres.ts';
import type { Exit } from './start-process.ts';
import type { StoreCredentials } from './verify-signature.ts';

/** Keeps its address and its data over any end. */
export type Server<Settings> = {
  readonly name: string;
  readonly url: string;
  /** Undefined while it runs, and after `stop` or `kill`. */
  exit(): Exit | undefined;
  stop(): Promise<void>;
  /** SIGKILL, where it is a process of its own. */
  kill(): Promise<void>;
  /** Starts it again after `stop` or `kill`, with changed settings. */
  start(changes?: Partial<Settings>): Promise<void>;
};

/** Starts a server that can be started again on the same port. @throws Error of `start` */
export async function restartable<Settings extends { port?: number }>(
  name: string,
  start: (settings: Settings) => Promise<{
    readonly url: string;
    readonly port: number;
    exit?(): Exit | undefined;
    stop(): Promise<unknown>;
    kill?(): Promise<void>;
  }>,
  settings: Settings,
): Promise<Server<Settings>> {
  let running = await start(settings);
  let isWanted = true;
  const { url, port } = running;
  let current: Settings = { ...settings, port };
  return {
    name,
    url,
    exit: () => (isWanted ? running.exit?.() : undefined),
    async stop() {
      isWanted = false;
      await running.stop();
    },
    async kill() {
      isWanted = false;
      await (running.kill ?? running.stop)();
    },
    async start(changes) {
      current = { ...current, ...changes };
      running = await start(current);
      isWanted = true;
    },
  };
}

/** Neither started nor stopped. */
const ownServer = <Settings>(name: string, url: string): Promise<Server<Settings>> =>
  restartable(name, async () => ({ url, port: 0, stop: async () => undefined }), {});

export type ServerOptions = {
  /** Data of NATS go to `nats` below it, of Postgres to `postgres`, of the object store to `objects`. */
  readonly dataDir: string;
  readonly bucket: string;
  /** The user's own, instead of embedded ones. */
  readonly natsUrl?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly s3Endpoint?: string | undefined;
  readonly storeCredentials: StoreCredentials;
  readonly imageStorePort?: number;
  /** Seeds of the users of NATS; without it everybody may do everything. */
  readonly natsKeysDir?: string;
  readonly natsReleasesUrl?: string | undefined;
  readonly notify?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
};

export type Servers = Awaited<ReturnType<typeof startServers>>;

/** Starts all servers but the user's own; `stop` never rejects. @throws Error of the first that failed */
export async function startServers(options: ServerOptions) {
  const { dataDir, bucket, natsUrl, databaseUrl, s3Endpoint, natsKeysDir, notify = () => undefined } = options;
  const startNats = async () => {
    const [binary, authorization] = await Promise.all([
      findNatsServer(options),
      natsKeysDir ? localBusKeys(natsKeysDir) : undefined,
    ]);
    const settings = { binary, dataDir: join(dataDir, 'nats'), ...(authorization && { authorization }) };
    return restartable('nats-server', startNatsServer, settings);
  };
  const { imageStorePort: port = 0, storeCredentials: credentials } = options;
  const store = { dataDir: join(dataDir, 'objects'), bucket, port, credentials, notify };
  const starting = [
    natsUrl ? ownServer<NatsSettings>('NATS', natsUrl) : startNats(),
    databaseUrl
      ? ownServer('Postgres', databaseUrl)
      : restartable('Postgres', startPostgres, { dataDir: join(dataDir, 'postgres'), notify }),
    s3Endpoint ? ownServer('object store', s3Endpoint) : restartable('object store', startObjectStore, store),
  ] as const;
  const stop = async () => void (await Promise.allSettled(starting.map(async (server) => (await server).stop())));
  try {
    const all = await Promise.all(starting);
    const [nats, postgres, store] = all;
    return { nats, postgres, store, all, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
