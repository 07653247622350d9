import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectStore, THROWAWAY_STORE_CREDENTIALS } from '@styling/local-servers';
import { connectObjectStore } from '@styling/objectstore';
import { takePostgres } from './kept-postgres.ts';
import { startRestartableNats } from './restartable-nats.ts';

/** What workers need: real servers, without a database. */
export type BusAndStore = Awaited<ReturnType<typeof startBusAndStore>>;

/** Starts nats-server and the S3 server on free ports, with streams and bucket in place; `options` are those of the streams. */
export async function startBusAndStore(options: { duplicateWindowMs?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-store-'));
  const credentials = THROWAWAY_STORE_CREDENTIALS;
  const [nats, s3] = await Promise.all([
    startRestartableNats(options),
    startObjectStore({ dataDir, bucket: 'test', credentials }),
  ]);
  // Where the AWS SDK finds them.
  Object.assign(process.env, credentials);
  const store = connectObjectStore({ S3_ENDPOINT: s3.url, S3_BUCKET: s3.bucket, AWS_REGION: 'us-east-1' });
  return {
    nats,
    bus: await nats.connect(),
    store,
    /** Public address of the object store's bucket. */
    imageStoreUrl: `${s3.url}/${s3.bucket}`,
    /** Opens another connection to NATS, as another service would; closed by `stop`. */
    connect: nats.connect,
    stopStore: () => s3.stop(),
    async stop() {
      await nats.stop();
      store.close();
      await s3.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Real servers of a test file, on free ports and in folders of their own. */
export type TestServers = Awaited<ReturnType<typeof startTestServers>>;

/** {@link startBusAndStore}, and Postgres with a database of its own. */
export async function startTestServers(options: Parameters<typeof startBusAndStore>[0] = {}) {
  const [others, postgres] = await Promise.all([startBusAndStore(options), takePostgres()]);
  return {
    ...others,
    postgres,
    async stop() {
      await Promise.all([others.stop(), postgres.giveBack()]);
    },
  };
}
