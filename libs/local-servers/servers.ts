import { join } from 'node:path';
import { findNatsServer } from './nats-binary.ts';
import { localBusKeys, type NatsSettings, startNatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { startPostgres } from './postgres.ts';
import type { Exit } from './start-process.ts';
import type { StoreCredentials } from './verify-signature.ts';

/** Keeps its address and its data over any end. */
export type Server<Settings extends { port?: number }> = Awaited<ReturnType<typeof restartable<Settings>>>;

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
) {
  let running = await start(settings);
  let isWanted = true;
  const { url, port } = running;
  let current: Settings = { ...settings, port };
  return {
    name,
    url,
    /** Undefined while it runs, and after `stop` or `kill`. */
    exit: () => (isWanted ? running.exit?.() : undefined),
    async stop(): Promise<void> {
      isWanted = false;
      await running.stop();
    },
    /** SIGKILL, where it is a process of its own. */
    async kill(): Promise<void> {
      isWanted = false;
      await (running.kill ?? running.stop)();
    },
    /** Starts it again after `stop` or `kill`, with changed settings. */
    async start(changes?: Partial<Settings>): Promise<void> {
      current = { ...current, ...changes };
      running = await start(current);
      isWanted = true;
    },
  };
}

/** Neither started nor stopped. */
const ownServer = <Settings extends { port?: number }>(name: string, url: string): Promise<Server<Settings>> =>
  restartable(name, async () => ({ url, port: 0, stop: async () => undefined }), {});

export type Servers = Awaited<ReturnType<typeof startServers>>;

/**
 * Starts all servers but the user's own, which `variables` name as services read them.
 * @param options.dataDir data of NATS go to `nats` below it, of Postgres to `postgres`, of the object store to `objects`
 * @param options.natsKeysDir seeds of the users of NATS; without it everybody may do everything
 * @returns `addresses`: the variables by which services, provisioning and scripts find the servers, and clients images;
 * `stop` never rejects
 * @throws Error of the first that failed
 */
export async function startServers(options: {
  dataDir: string;
  variables?: NodeJS.ProcessEnv;
  storeCredentials: StoreCredentials;
  imageStorePort?: number;
  natsKeysDir?: string;
  notify?: (line: string) => void;
  signal?: AbortSignal | undefined;
}) {
  const { dataDir, variables = {}, natsKeysDir, notify = () => undefined, signal } = options;
  const { NATS_URL, DATABASE_URL, S3_ENDPOINT, S3_BUCKET: bucket = 'styling', NATS_RELEASES_URL } = variables;
  const startNats = async () => {
    const [binary, authorization] = await Promise.all([
      findNatsServer({ releasesUrl: NATS_RELEASES_URL, notify, signal }),
      natsKeysDir ? localBusKeys(natsKeysDir) : undefined,
    ]);
    const settings = { binary, dataDir: join(dataDir, 'nats'), ...(authorization && { authorization }) };
    return restartable('nats-server', startNatsServer, settings);
  };
  const { imageStorePort: port = 0, storeCredentials: credentials } = options;
  const store = { dataDir: join(dataDir, 'objects'), bucket, port, credentials, notify };
  const starting = [
    NATS_URL ? ownServer<NatsSettings>('NATS', NATS_URL) : startNats(),
    DATABASE_URL
      ? ownServer('Postgres', DATABASE_URL)
      : restartable('Postgres', startPostgres, { dataDir: join(dataDir, 'postgres'), notify }),
    S3_ENDPOINT ? ownServer('object store', S3_ENDPOINT) : restartable('object store', startObjectStore, store),
  ] as const;
  const stop = async () => void (await Promise.allSettled(starting.map(async (server) => (await server).stop())));
  try {
    const all = await Promise.all(starting);
    const [nats, postgres, store] = all;
    const addresses = {
      NATS_URL: nats.url,
      DATABASE_URL: postgres.url,
      S3_ENDPOINT: store.url,
      S3_BUCKET: bucket,
      ...(S3_ENDPOINT ? {} : credentials),
      IMAGE_STORE_URL: variables.IMAGE_STORE_URL ?? imageStoreUrl(store.url, bucket, variables),
    };
    return { nats, postgres, store, all, addresses, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address of the bucket's objects, without a slash at its end. */
function imageStoreUrl(
  endpoint: string,
  bucket: string,
  { S3_ENDPOINT, S3_FORCE_PATH_STYLE = '1' }: NodeJS.ProcessEnv,
) {
  const address = new URL(endpoint);
  if (!S3_ENDPOINT) address.hostname = 'localhost';
  if (S3_ENDPOINT && /^(0|false)$/.test(S3_FORCE_PATH_STYLE)) address.hostname = `${bucket}.${address.hostname}`;
  else address.pathname = `${address.pathname.replace(/\/+$/, '')}/${bucket}`;
  return address.href.replace(/\/+$/, '');
}
