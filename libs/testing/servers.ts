import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restartable, startObjectStore, startPostgres } from '@styling/local-servers';
import { connectObjectStore } from '@styling/objectstore';
import { copyPreparedCluster } from './prepared-cluster.ts';
import { startRestartableNats } from './restartable-nats.ts';

/** Real servers of a test file, on free ports and in a folder of their own. */
export type TestServers = Awaited<ReturnType<typeof startTestServers>>;

/** What is committed survives the end of Postgres, as all tests want; that of the machine it need not. */
const THROWN_AWAY = { fsync: 'off', full_page_writes: 'off' };

/** Starts nats-server, Postgres and the S3 server, with streams and bucket in place; `options` are those of the streams. */
export async function startTestServers(options: { duplicateWindowMs?: number } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-test-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  await copyPreparedCluster(dataDir);
  const [nats, postgres, s3] = await Promise.all([
    startRestartableNats(options),
    restartable('Postgres', startPostgres, { dataDir: join(dataDir, 'postgres'), parameters: THROWN_AWAY }),
    startObjectStore({ dataDir: join(dataDir, 's3'), bucket: 'test' }),
  ]);
  // The embedded store accepts any credentials, but the AWS SDK needs some.
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
  const store = connectObjectStore({ S3_ENDPOINT: s3.url, S3_BUCKET: s3.bucket, AWS_REGION: 'us-east-1' });
  return {
    nats,
    postgres,
    bus: await nats.connect(),
    store,
    /** Public address of the object store's bucket. */
    imageStoreUrl: `${s3.url}/${s3.bucket}`,
    /** Opens another connection to NATS, as another service would; closed by `stop`. */
    connect: nats.connect,
    async stop() {
      await nats.stop();
      store.close();
      await Promise.all([postgres.stop(), s3.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
