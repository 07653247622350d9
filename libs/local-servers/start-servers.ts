import { join } from 'node:path';
import { localBusKeys } from './bus-keys.ts';
import { findNatsServer } from './nats-binary.ts';
import type { NatsSettings } from './nats-config.ts';
import { startNatsServer } from './nats-server.ts';
import { startObjectStore } from './object-store.ts';
import { startPostgres } from './postgres.ts';
import { ownServer, restartable, type Server } from './restartable.ts';

/** Which servers a system gets, and where. */
export type ServerOptions = {
  /** NATS keeps its data below it in `nats`, Postgres in `postgres`, the object store in `objects`. */
  readonly dataDir: string;
  readonly bucket: string;
  /** Addresses of servers of the user's own, which are used instead of embedded ones. */
  readonly natsUrl?: string;
  readonly databaseUrl?: string;
  readonly s3Endpoint?: string;
  /** Port of the object store; 0 or undefined: a free one. */
  readonly imageStorePort?: number;
  /** Folder for the seeds of the users of NATS; without it everybody may do everything. */
  readonly natsKeysDir?: string;
  /** See `findNatsServer`. */
  readonly binDir?: string;
  readonly natsReleasesUrl?: string;
  /** Called with one line about anything that takes long or is unusual. */
  readonly notify?: (line: string) => void;
  /** Cancels a download. */
  readonly signal?: AbortSignal;
};

/** NATS, Postgres and the object store of one system. */
export type Servers = {
  readonly nats: Server<NatsSettings>;
  readonly postgres: Server<unknown>;
  readonly store: Server<unknown>;
  readonly all: readonly Pick<Server<unknown>, 'name' | 'exited' | 'stop' | 'kill'>[];
  /** Stops all of them at once. */
  stop(): Promise<void>;
};

/**
 * Starts NATS, Postgres and the object store at once, those of them that are not the user's own.
 * @throws Error of the first that failed, after the others have been stopped
 */
export async function startServers(options: ServerOptions): Promise<Servers> {
  const { dataDir, bucket, natsUrl, databaseUrl, s3Endpoint, imageStorePort, natsKeysDir } = options;
  const { notify = () => undefined } = options;
  const startNats = async () => {
    const [binary, authorization] = await Promise.all([
      findNatsServer(options),
      natsKeysDir ? localBusKeys(natsKeysDir) : undefined,
    ]);
    const settings = { binary, dataDir: join(dataDir, 'nats'), ...(authorization ? { authorization } : {}) };
    return restartable('nats-server', startNatsServer, settings);
  };
  const startStore = () => {
    const settings = { dataDir: join(dataDir, 'objects'), bucket, notify, port: imageStorePort ?? 0 };
    return restartable('object store', startObjectStore, settings);
  };
  const starting = [
    natsUrl ? ownServer<NatsSettings>('NATS', natsUrl) : startNats(),
    databaseUrl
      ? ownServer('Postgres', databaseUrl)
      : restartable('Postgres', startPostgres, { dataDir: join(dataDir, 'postgres'), notify }),
    s3Endpoint ? ownServer('object store', s3Endpoint) : startStore(),
  ] as const;
  const outcomes = await Promise.allSettled<Pick<Server<unknown>, 'stop'>>(starting);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.stop()));
    throw failed.reason;
  }
  const all = await Promise.all(starting);
  const [nats, postgres, store] = all;
  return {
    ...{ nats, postgres, store, all },
    async stop() {
      await Promise.all(all.map((server) => server.stop()));
    },
  };
}
