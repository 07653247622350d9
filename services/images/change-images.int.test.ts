import { ask, publish, readToHead } from '@styling/bus';
import { countImages, deleteImage, deleteImages, getImage, keepImage, listImages, subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { type Running, ServiceError } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, dump, type TestServers, testId, testTime } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { imageProjection } from './image-projection.ts';
import { startTestImages, type TestImages } from './images.fixture.ts';
import { removeExpired } from './remove-pictures.ts';
import { LEAST_LIFE_MS, startImages } from './service.ts';

const DAY_MS = 86_400_000;
let servers: TestServers;
let images: TestImages;
let replicas: Running[];
/** One clock for all replicas, which the tests move. */
let now = testTime();
/** Whether the store refuses to delete. */
let isLocked = false;

beforeAll(async () => {
  images = await startTestImages(() => now);
  servers = images.servers;
  const store = {
    ...servers.store,
    delete: (name: string) => (isLocked ? Promise.reject(new ServiceError('unavailable')) : servers.store.delete(name)),
    deleteMany: async (names: readonly string[]) => (isLocked ? [...names] : servers.store.deleteMany(names)),
  };
  const buses = [await servers.connect('images-1'), await servers.connect('images-2')];
  replicas = buses.map((bus) => startImages({ ...images.parts, store, bus }));
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await images.stop();
});
afterEach(() => {
  isLocked = false;
});

let numbers = 0;
/** An image of `user_id`, with its picture. */
const made = (user_id: string, data: Parameters<typeof anImageCreated>[1] = {}) =>
  images.make(anImageCreated(++numbers, { user_id, ...data }));
const remove = async (user_id: string, image_id: string) =>
  (await ask(servers.bus, deleteImage, { user_id, image_id })).deleted;
const get = async (user_id: string, image_id: string) =>
  (await ask(servers.bus, getImage, { user_id, image_id })).image;
const keep = async (user_id: string, image_id: string) =>
  (await ask(servers.bus, keepImage, { user_id, image_id })).image;
const later = (ms: number) => new Date(testTime().getTime() + ms);
const statusOf = (id: string) => images.statusOf(id);

/** What the log says of the deletion of an image. */
async function deletionsOf(id: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const options = { name: 'test', filter: subjects.allImages, after: 0, log: silentLogger() };
  for await (const { event } of readToHead(servers.bus, options)) {
    if (event?.type === 'image.deleted' && event.data.image_id === id) found.push(event.data);
  }
  return found;
}

describe('an image that its user deletes', () => {
  it.each([
    ['temporary', {}],
    ['permanent', { persistent: true, expires_at: null }],
  ])('given a %s one, then picture and record are gone once it is answered, for good', async (_, data) => {
    const id = await made('alice', data);
    expect(await statusOf(id)).toBe(200);
    expect(await remove('alice', id)).toBe(true);
    expect(await statusOf(id)).not.toBe(200);
    expect(await get('alice', id)).toBeNull();
    const { images } = await ask(servers.bus, listImages, { user_id: 'alice', limit: 10, cursor: null });
    expect(images).toEqual([]);
    expect(await deletionsOf(id)).toEqual([{ image_id: id, user_id: 'alice', reason: 'requested' }]);
    expect(await remove('alice', id)).toBe(false);
    expect(await deletionsOf(id)).toHaveLength(1);
  });

  it('given that another user asks, then nothing happens to it', async () => {
    const id = await made('alice');
    expect(await remove('mallory', id)).toBe(false);
    expect(await remove('mallory', testId('img', 9_999))).toBe(false);
    expect(await statusOf(id)).toBe(200);
    expect(await get('alice', id)).not.toBeNull();
  });

  it('given that it is asked for on two replicas at once, then it is deleted once', async () => {
    const id = await made('alice');
    expect(await Promise.all(Array.from({ length: 6 }, () => remove('alice', id)))).toContain(true);
    expect(await statusOf(id)).not.toBe(200);
    expect(await deletionsOf(id)).toHaveLength(1);
  });

  it('given a store that refuses, then it is not said to be deleted, and the next try deletes it', async () => {
    const id = await made('alice');
    isLocked = true;
    await expect(remove('alice', id)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await deletionsOf(id)).toEqual([]);
    expect(await get('alice', id)).not.toBeNull();
    isLocked = false;
    expect(await remove('alice', id)).toBe(true);
  });

  it('given a crash between picture and event, then the next try completes it', async () => {
    const id = await made('alice');
    await servers.store.delete(objectNames.image(id));
    expect(await remove('alice', id)).toBe(true);
    expect(await get('alice', id)).toBeNull();
  });
});

describe('all images of a user', () => {
  const count = async (user_id: string) => (await ask(servers.bus, countImages, { user_id })).images;
  const removePage = async (user_id: string) => (await ask(servers.bus, deleteImages, { user_id })).left;
  const manyOf = async (user_id: string, number: number) => {
    const events = Array.from({ length: number }, () => anImageCreated(++numbers, { user_id }));
    await Promise.all(events.map((event) => publish(servers.bus, event)));
    return events.map(({ data }) => data.image_id);
  };

  it('given more than a page, then each query deletes one, newest first, of nobody else, and tells how many are left', async () => {
    const first = await made('carol');
    const other = await made('carol-neighbour');
    const rest = await manyOf('carol', 1_004);
    const last = await made('carol');
    expect(await count('carol')).toBe(1_006);
    expect(await removePage('carol')).toBe(6);
    expect([await statusOf(first), await statusOf(last)]).toEqual([200, 404]);
    expect(await deletionsOf(last)).toEqual([{ image_id: last, user_id: 'carol', reason: 'requested' }]);
    expect(await removePage('carol')).toBe(0);
    expect([await statusOf(first), await get('carol', rest[0] ?? ''), await count('carol')]).toEqual([404, null, 0]);
    expect([await statusOf(other), await count('carol-neighbour'), await removePage('nobody')]).toEqual([200, 1, 0]);
  });

  it('given a store that refuses, then the query fails, and the images are still there', async () => {
    const id = await made('erin');
    isLocked = true;
    await expect(removePage('erin')).rejects.toMatchObject({ code: 'internal' });
    expect([await deletionsOf(id), await count('erin')]).toEqual([[], 1]);
    isLocked = false;
    expect(await removePage('erin')).toBe(0);
  });
});

describe('what an image record tells of its making', () => {
  it('given an image, then all of it; given one that an earlier version projected, then null until a rebuild', async () => {
    const told = {
      width: 100,
      height: 200,
      provider: 'test',
      model: 'a "b" \\c',
      approximations: ['cut_kept', 'sleeves_kept'],
    };
    const id = await made('bob', told);
    const job_id = testId('req', numbers);
    expect(await get('bob', id)).toMatchObject({ ...told, job_id });
    await sql`update images.image set width = null, height = null, provider = null, model = null,
      approximations = null, request_id = null`.execute(images.db);
    const unknown = { width: null, height: null, provider: null, model: null, approximations: null, job_id: null };
    expect(await get('bob', id)).toMatchObject(unknown);
    expect(await images.rebuilt()).toMatchObject({ identical: false });
    expect(await get('bob', id)).toMatchObject({ ...told, job_id });
    const before = await dump(images.db, imageProjection.tables);
    expect(await images.rebuilt()).toMatchObject({ identical: true });
    expect(await dump(images.db, imageProjection.tables)).toBe(before);
  });
});

describe('an image that its user keeps', () => {
  afterEach(() => {
    now = testTime();
  });

  it('given a temporary one, then it is persistent once it is answered, and no sweep removes it', async () => {
    const id = await made('alice');
    expect(await get('alice', id)).toMatchObject({ persistent: false, expires_at: later(DAY_MS).toISOString() });
    expect(await keep('alice', id)).toMatchObject({ image_id: id, persistent: true, expires_at: null });
    expect(await keep('alice', id)).toMatchObject({ persistent: true });
    now = later(2 * DAY_MS);
    await removeExpired(images.parts, 'image', now);
    expect(await get('alice', id)).toMatchObject({ persistent: true, expires_at: null });
    expect((await statusOf(id)) === 200).toBe(true);
  });

  it('given another user, or no image, then there is none to keep, and nothing happens to it', async () => {
    const id = await made('alice');
    expect(await keep('mallory', id)).toBeNull();
    expect(await keep('alice', testId('img', 9_999))).toBeNull();
    expect(await get('alice', id)).toMatchObject({ persistent: false });
  });

  it('given one that is about to expire, then it is not promised', async () => {
    const id = await made('alice');
    now = later(DAY_MS - LEAST_LIFE_MS);
    expect(await keep('alice', id)).toBeNull();
    expect(await get('alice', id)).toMatchObject({ persistent: false });
    now = later(DAY_MS - LEAST_LIFE_MS - 1);
    expect(await keep('alice', id)).toMatchObject({ persistent: true });
  });
});
