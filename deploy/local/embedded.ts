import { join } from 'node:path';
import type { Exit } from '@styling/local-servers';
import { findNatsServer, localBusKeys, startNatsServer, startObjectStore, startPostgres } from '@styling/local-servers';
import type { StackSettings } from './settings.ts';

/** A part of the stack that is either embedded or the user's own. */
export interface Part {
  readonly name: string;
  readonly url: string;
  /** only for a part that is a process of ours */
  readonly exited?: Promise<Exit>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

/** NATS, Postgres and the object store, in this order. */
export type Parts = readonly [nats: Part, postgres: Part, objectStore: Part];

/**
 * Starts, all at once, those of NATS, Postgres and the object store that `settings` gives no address of the user's own
 * for.
 * @param options.natsKeysDir where the seeds of the embedded NATS's users are kept
 * @throws Error the first that failed, after the others have been stopped
 */
export async function startParts(
  settings: StackSettings,
  options: { natsKeysDir: string; binDir?: string; show: (line: string) => void; signal?: AbortSignal },
): Promise<Parts> {
  const { show: notify, natsKeysDir, binDir, signal } = options;
  const { dataDir, natsUrl, databaseUrl, s3Endpoint, natsReleasesUrl, bucket, imageStorePort } = settings;
  const startNats = async (): Promise<Part> => {
    const binary = await findNatsServer({
      notify,
      ...(binDir ? { binDir } : {}),
      ...(signal ? { signal } : {}),
      ...(natsReleasesUrl ? { releasesUrl: natsReleasesUrl } : {}),
    });
    const authorization = await localBusKeys(natsKeysDir);
    const server = await startNatsServer({ binary, dataDir: join(dataDir, 'nats'), authorization });
    return { name: 'nats-server', ...server };
  };
  const startDatabase = async (): Promise<Part> => ({
    name: 'Postgres',
    ...(await startPostgres({ dataDir: join(dataDir, 'postgres'), notify })),
  });
  const startStore = async (): Promise<Part> => {
    const store = await startObjectStore({ dataDir: join(dataDir, 'objects'), bucket, port: imageStorePort, notify });
    return { name: 'object store', ...store, kill: store.stop };
  };
  const starting = [
    natsUrl ? own('NATS', natsUrl) : startNats(),
    databaseUrl ? own('Postgres', databaseUrl) : startDatabase(),
    s3Endpoint ? own('object store', s3Endpoint) : startStore(),
  ] as const;
  const outcomes = await Promise.allSettled(starting);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) {
    await Promise.all(outcomes.map((outcome) => outcome.status === 'fulfilled' && outcome.value.stop()));
    throw failed.reason;
  }
  return Promise.all(starting);
}

async function own(name: string, url: string): Promise<Part> {
  return { name, url, stop: async () => undefined, kill: async () => undefined };
}
