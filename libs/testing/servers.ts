import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bus, connectBus, createStreams } from '@styling/bus';
import {
  findNatsServer,
  type NatsServer,
  type Postgres,
  startNatsServer,
  startObjectStore,
  startPostgres,
} from '@styling/local-stack';
import { connectObjectStore, type ObjectStore } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';

/** Real servers of a test file, on free ports and in a folder of their own. */
export type TestServers = {
  readonly nats: NatsServer;
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
  const [nats, postgres, s3] = await Promise.all([
    findNatsServer().then((binary) => startNatsServer({ binary, dataDir: join(dataDir, 'nats') })),
    startPostgres({ dataDir: join(dataDir, 'postgres') }),
    startObjectStore({ dataDir: join(dataDir, 's3'), bucket: 'test' }),
  ]);
  // The embedded S3 server takes any credentials, the AWS SDK asks for some.
  process.env.AWS_ACCESS_KEY_ID ??= 'test';
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test';
  const store = connectObjectStore({ endpoint: s3.url, bucket: s3.bucket, region: 'us-east-1' });
  const buses: Bus[] = [];
  const connect = async (name: string) => {
    const bus = await connectBus({ servers: nats.url, name, log: silentLogger() });
    buses.push(bus);
    return bus;
  };
  const bus = await connect('test');
  await createStreams(bus, { replicas: 1 });
  return {
    nats,
    postgres,
    bus,
    store,
    imageStoreUrl: `${s3.url}/${s3.bucket}`,
    connect,
    async stop() {
      await Promise.all(buses.map((open) => open.close()));
      store.close();
      await Promise.all([nats.stop(), postgres.stop(), s3.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
