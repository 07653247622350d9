import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startFakeModels } from '@styling/fake-models';
import {
  findNatsServer,
  type NatsSettings,
  restartable,
  startNatsServer,
  startServers,
  THROWAWAY_STORE_CREDENTIALS,
} from '@styling/local-servers';
import { connectObjectStore } from '@styling/objectstore';
import pg from 'pg';
import type { Random } from '../random.ts';
import { modelTimes } from './model-times.ts';

/** Each server can be ended and started again on the same port with the same data. */
export type Parts = Awaited<ReturnType<typeof startParts>>;

/** Starts NATS, Postgres, the object store and fake hosted models, on free ports. @param undo stops them */
export async function startParts(dataDir: string, random: Random, undo: AsyncDisposableStack) {
  const times = modelTimes(random);
  await mkdir(dataDir, { recursive: true });
  // Postgres runs as another user when we are root.
  await chmod(dataDir, 0o755);
  const bucket = { S3_BUCKET: 'faults', AWS_REGION: 'us-east-1' };
  const [{ nats, postgres, store, addresses, stop }, fakes] = await Promise.all([
    startServers({ dataDir, variables: bucket, storeCredentials: THROWAWAY_STORE_CREDENTIALS }),
    startFakeModels({ behaviour: times.behaviourOf }),
  ]);
  undo.defer(stop);
  undo.adopt(fakes, () => fakes.stop());
  const objects = undo.adopt(connectObjectStore({ S3_ENDPOINT: store.url, ...bucket }), (open) => open.close());
  return { dataDir, nats, postgres, store, addresses, fakes, times, bucket, objects };
}

/** The parts with a nats-server of its own, its log in `name` below their folder. @param undo stops it */
export async function withLog(
  parts: Parts,
  name: string,
  settings: NatsSettings,
  undo: AsyncDisposableStack,
): Promise<Parts> {
  const place = { binary: await findNatsServer(), dataDir: join(parts.dataDir, name) };
  const nats = undo.adopt(await restartable(name, startNatsServer, { ...place, ...settings }), (log) => log.stop());
  return { ...parts, nats };
}

/** On a connection of its own to Postgres. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
