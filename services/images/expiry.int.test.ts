import { fileURLToPath } from 'node:url';
import { publish, readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { headsOf, runProjection, waitForCheckpoint } from '@styling/projections';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, startTestServers, type TestServers, testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { imageProjection } from './image-projection.ts';
import { removeExpired } from './remove-pictures.ts';

// The projection alone, without the service's own sweeps.
const AFTERWARDS = new Date(testTime().getTime() + 2 * 86_400_000);
const log = silentLogger();
let servers: TestServers;
let db: Kysely<unknown>;
let projection: ReturnType<typeof runProjection>;
let numbers = 0;
let ids: string[];

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'images', log });
  await migrate(db, 'images', fileURLToPath(new URL('./migrations', import.meta.url)));
  projection = runProjection(servers.bus, db, imageProjection, { log });
});
afterAll(async () => {
  await projection.stop();
  await db.destroy();
  await servers.stop();
});
beforeEach(() => {
  ids = [];
});

/** Makes pictures that expire at the same moment. */
async function make(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => anImageCreated(++numbers, { user_id: 'alice' }));
  await Promise.all(
    events.map(async (event) => {
      await servers.store.put(event.data.object, Buffer.from('a picture'), 'image/jpeg');
      await publish(servers.bus, event);
    }),
  );
  ids.push(...events.map(({ data }) => data.image_id));
  await caughtUp();
}

const caughtUp = async () => waitForCheckpoint(db, 'images', await headsOf(servers.bus, imageProjection.sources));
const removal = () => ({ db, bus: servers.bus, store: servers.store, pageSize: 10 });

/** Those of this test whose address resolves, and those whose end is in the log. */
async function whatIsLeft() {
  const addresses = ids.map(async (id) => (await fetch(`${servers.imageStoreUrl}/${objectNames.image(id)}`)).status);
  const statuses = await Promise.all(addresses);
  const deleted = new Set<string>();
  for await (const { event } of readToHead(servers.bus, { name: 'test', filter: subjects.allImages, after: 0, log })) {
    if (event?.type === 'image.deleted' && event.data.reason === 'expired') deleted.add(event.data.image_id);
  }
  return {
    resolving: ids.filter((_, index) => statuses[index] === 200),
    deleted: ids.filter((id) => deleted.has(id)),
  };
}

it('given several pages that expire together, then one sweep removes all of them, object and record', async () => {
  await make(21);
  expect((await fetch(`${servers.imageStoreUrl}/${objectNames.image(ids[0] ?? '')}`)).status).toBe(200);
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(21);
  expect(await whatIsLeft()).toEqual({ resolving: [], deleted: ids });
  await caughtUp();
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(0);
});

it('given objects that the store refuses to delete, then all others are removed, and the sweep fails', async () => {
  await make(11);
  const kept = [ids[0], ids.at(-1)] as string[];
  const locked = kept.map(objectNames.image);
  const store = {
    ...servers.store,
    deleteMany: async (names: readonly string[]) => {
      await servers.store.deleteMany(names.filter((name) => !locked.includes(name)));
      return names.filter((name) => locked.includes(name));
    },
  };
  await expect(removeExpired({ ...removal(), store }, 'image', AFTERWARDS)).rejects.toThrow(
    '2 pictures could not be deleted',
  );
  expect(await whatIsLeft()).toEqual({ resolving: kept, deleted: ids.filter((id) => !kept.includes(id)) });
  await caughtUp();
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(2);
});

it('given a replica that is to stop, then it stops after a page, and the next sweep goes on', async () => {
  await make(11);
  expect(await removeExpired(removal(), 'image', AFTERWARDS, () => false)).toBe(10);
  await caughtUp();
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(1);
});
