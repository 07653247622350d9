import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { getImage, keepImage as keepImageQuery } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { dump, rebuild } from '@styling/projections';
import type { Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imageProjection } from './image-projection.ts';
import { LEAST_LIFE_MS } from './keep-image.ts';
import { removeExpired } from './remove-images.ts';
import { startImages } from './service.ts';
import type { ImagesTables } from './tables.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const DAY_MS = 86_400_000;
let servers: TestServers;
let db: Kysely<ImagesTables>;
let service: Running;
let now: Date;

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'images', log: silentLogger() });
  await migrate(db, 'images', MIGRATIONS);
  const deps = { db, store: servers.store, clock: () => now, log: silentLogger() };
  service = await startImages({ ...deps, bus: await servers.connect('images') });
});
afterAll(async () => {
  await service.stop();
  await db.destroy();
  await servers.stop();
});
beforeEach(() => {
  now = testTime();
});

let numbers = 0;
/** An image of alice, with its picture; it expires after a day. */
async function made(): Promise<string> {
  const event = anImageCreated(++numbers);
  await servers.store.put(event.data.object, Buffer.from('picture'), 'image/jpeg');
  await publish(servers.bus, event);
  return event.data.image_id;
}
const keep = async (user_id: string, image_id: string) =>
  (await ask(servers.bus, keepImageQuery, { user_id, image_id })).image;
const get = async (image_id: string) => (await ask(servers.bus, getImage, { user_id: 'alice', image_id })).image;
const later = (ms: number) => new Date(testTime().getTime() + ms);
const hasPicture = async (id: string) => (await servers.store.head(objectNames.image(id))) !== null;

describe('an image that its user keeps', () => {
  it('given a temporary one, then it is persistent once it is answered, and no sweep removes it', async () => {
    const id = await made();
    expect(await get(id)).toMatchObject({ persistent: false, expires_at: later(DAY_MS).toISOString() });
    expect(await keep('alice', id)).toMatchObject({ image_id: id, persistent: true, expires_at: null });
    now = later(2 * DAY_MS);
    expect(await removeExpired({ db, bus: servers.bus, store: servers.store }, now)).toBe(0);
    expect(await get(id)).toMatchObject({ persistent: true, expires_at: null });
    expect(await hasPicture(id)).toBe(true);
  });

  it('given a second wish, then nothing changes', async () => {
    const id = await made();
    const once = await keep('alice', id);
    expect(await keep('alice', id)).toEqual(once);
  });

  it('given another user, or no image, then there is none to keep, and nothing happens to it', async () => {
    const id = await made();
    expect(await keep('mallory', id)).toBeNull();
    expect(await keep('alice', testId('img', 9_999))).toBeNull();
    expect(await get(id)).toMatchObject({ persistent: false });
  });

  it('given one that is about to expire, then it is not promised', async () => {
    const id = await made();
    now = later(DAY_MS - LEAST_LIFE_MS);
    expect(await keep('alice', id)).toBeNull();
    expect(await get(id)).toMatchObject({ persistent: false });
    now = later(DAY_MS - LEAST_LIFE_MS - 1);
    expect(await keep('alice', id)).toMatchObject({ persistent: true });
  });

  it('comes out of the log the same, to the byte', async () => {
    const id = await made();
    await keep('alice', id);
    const before = await dump(db, imageProjection.tables);
    const options = { url: servers.postgres.url, schema: 'images', migrations: MIGRATIONS, log: silentLogger() };
    expect(await rebuild(servers.bus, imageProjection, options)).toMatchObject({ identical: true });
    expect(await dump(db, imageProjection.tables)).toBe(before);
    expect(await get(id)).toMatchObject({ persistent: true });
  });
});
