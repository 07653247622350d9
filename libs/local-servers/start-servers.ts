import { join } from 'node:path';
import { localBusKeys } from './bus-keys.ts';
import { findNatsServer } from './nats-binary.ts';
import { type NatsSettings, startNatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { startPostgres } from './postgres.ts';
import { ownServer, restartable } from './restartable.ts';
import type { StoreCredentials } from './verify-signature.ts';

/** Which servers a system gets, and where. */
export type ServerOptions = {
  /** NATS keeps its data below it in `nats`, Postgres in `postgres`, the object store in `objects`. */
  readonly dataDir: string;
  readonly bucket: string;
  /** Addresses of servers of the user's own, which are used instead of embedded ones. */
  readonly natsUrl?: string | undefined;
  readonly databaseUrl?: string | undefined;
  readonly s3Endpoint?: string | undefined;
  /** Whose signatures the embedded object store accepts. */
  readonly storeCredentials: StoreCredentials;
  /** Port of the object store; 0 or undefined: a free one. */
  readonly imageStorePort?: number;
  /** Folder for the seeds of the users of NATS; without it everybody may do everything. */
  readonly natsKeysDir?: string;
  /** A mirror of the nats-server releases. */
  readonly natsReleasesUrl?: string | undefined;
  /** Called with one line about anything that takes long or is unusual. */
  readonly notify?: (line: string) => void;
  /** Cancels a download. */
  readonly signal?: AbortSignal | undefined;
};

/** NATS, Postgres and the object store of one system. */
export type Servers = Awaited<ReturnType<typeof startServers>>;

/**
 * Starts NATS, Postgres and the object store at once, those of them that are not the user's own.
 * @returns each, and all; `stop` stops all of them at once and never rejects
 * @throws Error of the first that failed, after the others have been stopped
 */
export async function startServers(options: ServerOptions) {
  const { dataDir, bucket, natsUrl, databaseUrl, s3Endpoint, imageStorePort = 0, natsKeysDir } = options;
  const { notify = () => undefined } = options;
  const startNats = async () => {
    const [binary, authorization] = await Promise.all([
      findNatsServer(options),
      natsKeysDir ? localBusKeys(natsKeysDir) : undefined,
    ]);
    const settings = { binary, dataDir: join(dataDir, 'nats'), ...(authorization && { authorization }) };
    return restartable('nats-server', startNatsServer, settings);
  };
  const startStore = () => {
    const place = { dataDir: join(dataDir, 'objects'), bucket, port: imageStorePort };
    const settings = { ...place, credentials: options.storeCredentials, notify };
    return restartable('object store', startObjectStore, settings);
  };
  const starting = [
    natsUrl ? ownServer<NatsSettings>('NATS', natsUrl) : startNats(),
    databaseUrl
      ? ownServer('Postgres', databaseUrl)
      : restartable('Postgres', startPostgres, { dataDir: join(dataDir, 'postgres'), notify }),
    s3Endpoint ? ownServer('object store', s3Endpoint) : startStore(),
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
