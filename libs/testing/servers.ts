import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bus } from '@styling/bus';
import { type Postgres, startObjectStore, startPostgres } from '@styling/local-servers';
import { connectObjectStore, type ObjectStore } from '@styling/objectstore';
import { type RestartableNats, startRestartableNats } from './restartable-nats.ts';

/** Real servers of a test file, on free ports and in a folder of their own. */
export type TestServers = {
  readonly nats: RestartableNats;
  readonly postgres: Postgres;
  readonly bus: Bus;
  readonly store: ObjectStore;
  /** Public address of the object store's bucket. */
  readonly imageStoreUrl: string;
  /** Opens another connection to NATS, as another service would; closed by {@link TestServers.stop}. */
  connect(name: string): Promise<Bus>;
  stop(): Promise<void>;
};

/** Starts nats-server, Postgres and the S3 server, with streams and bucket in place. */
export async function startTestServers(): Promise<TestServers> {
  const dataDir = await mkdtemp(join(tmpdir(), 'styling-test-'));
  // As root, Postgres runs as another user, who needs access.
  await chmod(dataDir, 0o755);
  const [nats, postgres, s3] = await Promise.all([
    startRestartableNats(),
    startPostgres({ dataDir: join(dataDir, 'postgres') }),
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
    imageStoreUrl: `${s3.url}/${s3.bucket}`,
    connect: nats.connect,
    async stop() {
      await nats.stop();
      store.close();
      await Promise.all([postgres.stop(), s3.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
