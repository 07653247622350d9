import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { type BehaviourOf, type FakeModels, startFakeModels } from '@styling/fake-models';
import {
  findNatsServer,
  type NatsSettings,
  restartable,
  type Servers,
  startNatsServer,
  startServers,
  THROWAWAY_STORE_CREDENTIALS,
} from '@styling/local-servers';
import pg from 'pg';

/** Each server can be ended and started again on the same port with the same data. */
export type Parts = Pick<Servers, 'nats' | 'postgres' | 'store' | 'addresses'> & {
  readonly dataDir: string;
  readonly fakes: FakeModels;
  readonly objects: S3Client;
  readonly clock: Readonly<Record<string, string>>;
};

const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = THROWAWAY_STORE_CREDENTIALS;

export const BUCKET = 'faults';

/** Starts NATS, Postgres, the object store and fake hosted models, on free ports. @param undo stops them */
export async function startParts(
  dataDir: string,
  behaviour: BehaviourOf,
  clock: Parts['clock'],
  undo: AsyncDisposableStack,
): Promise<Parts> {
  await mkdir(dataDir, { recursive: true });
  // Postgres runs as another user when we are root.
  await chmod(dataDir, 0o755);
  const [servers, fakes] = await Promise.all([
    startServers({ dataDir, variables: { S3_BUCKET: BUCKET }, storeCredentials: THROWAWAY_STORE_CREDENTIALS }),
    startFakeModels({ behaviour }),
  ]);
  undo.adopt(servers, () => servers.stop());
  undo.adopt(fakes, () => fakes.stop());
  const credentials = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const endpoint = servers.store.url;
  const objects = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials });
  return { ...servers, dataDir, fakes, objects, clock };
}

/** Starts a nats-server with its log in `name` below the folder of the parts. @param undo stops it */
export async function startLog(
  { dataDir }: Parts,
  name: string,
  settings: NatsSettings,
  undo: AsyncDisposableStack,
): Promise<Parts['nats']> {
  const place = { binary: await findNatsServer(), dataDir: join(dataDir, name) };
  return undo.adopt(await restartable(name, startNatsServer, { ...place, ...settings }), (server) => server.stop());
}

/** Runs `use` on a connection of its own to Postgres. */
export async function withDatabase<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
