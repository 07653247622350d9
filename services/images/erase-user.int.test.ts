import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { createEvent, getImage, imageDisowned, listImages } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { headsOf, rebuild, waitForCheckpoint } from '@styling/projections';
import type { Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, anImageCreated, dump, startTestServers, type TestServers, testId } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseImages } from './erase-user.ts';
import { imageProjection } from './image-projection.ts';
import { removeDisowned } from './remove-pictures.ts';
import { startImages } from './service.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
let servers: TestServers;
let db: Kysely<unknown>;
let images: Running;
let numbers = 0;
let user: string;
let key_id: string;

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'images', log: silentLogger() });
  await migrate(db, 'images', MIGRATIONS);
  images = await startImages({ ...removal(), bus: servers.bus });
});
beforeEach(() => {
  numbers += 100;
  user = `user${numbers}`;
  key_id = testId('key', numbers);
});
afterAll(async () => {
  await images.stop();
  await db.destroy();
  await servers.stop();
});

const removal = () => ({ db, bus: servers.bus, store: servers.store, clock: () => new Date(), log: silentLogger() });
/** An image with its object; `data` replaces what a test is about. */
async function make(data: Parameters<typeof anImageCreated>[1] = {}): Promise<string> {
  const event = anImageCreated(++numbers, { user_id: user, key_id, persistent: true, expires_at: null, ...data });
  await servers.store.put(event.data.object, Buffer.from('a picture'), 'image/jpeg');
  await publish(servers.bus, event);
  return event.data.image_id;
}
const disown = (key = key_id) =>
  publish(servers.bus, createEvent(imageDisowned, '/services/gateway', new Date(), { key_id: key, user_id: user }));
const listed = async (of = user) =>
  (await ask(servers.bus, listImages, { user_id: of, limit: 100, cursor: null })).images.map(
    ({ image_id }) => image_id,
  );
const isStored = async (image_id: string) => (await servers.store.head(objectNames.image(image_id))) !== null;
const caughtUp = async () => waitForCheckpoint(db, 'images', await headsOf(servers.bus, imageProjection.sources));

describe('erasing a user', () => {
  it('takes every image with its object, of this user only, and says so; a second time it says the same', async () => {
    const ids = [await make(), await make()];
    const other = await make({ user_id: 'someone-else', key_id: testId('key', 1) });
    await disown();
    expect(await eraseImages(removal(), user)).toMatchObject({ images: 2 });
    expect(await listed()).toEqual([]);
    for (const id of ids) {
      expect(await isStored(id)).toBe(false);
      expect((await fetch(`${servers.imageStoreUrl}/${objectNames.image(id)}`)).status).toBe(404);
      expect((await ask(servers.bus, getImage, { user_id: user, image_id: id })).image).toBeNull();
    }
    expect(await isStored(other)).toBe(true);
    expect(await listed('someone-else')).toEqual([other]);
    const said = await servers.bus.jsm.streams.getMessage('EVENTS', {
      last_by_subj: `styling.image.deleted.${user}.*`,
    });
    expect(said?.json()).toMatchObject({ data: { image_id: ids[1], user_id: user, reason: 'erased' } });
    expect(await eraseImages(removal(), user)).toMatchObject({ images: 2 });
  });

  it('counts also what the service had removed by itself before', async () => {
    await make();
    await disown();
    await caughtUp();
    await removeDisowned(removal(), 'image', new Date());
    await caughtUp();
    expect(await eraseImages(removal(), user)).toMatchObject({ images: 1 });
  });

  it('given a checkpoint ahead of the log, then it is not said to be done', async () => {
    await make();
    await disown();
    await caughtUp();
    // The service would refuse reads until it compares again.
    await images.stop();
    const move = (by: number) => sql`update checkpoint set seq = seq + ${by}`.execute(db);
    await move(1_000_000);
    await expect(eraseImages(removal(), user)).rejects.toMatchObject({ code: 'unavailable' });
    await move(-1_000_000);
    images = await startImages(removal());
    expect(await eraseImages(removal(), user)).toMatchObject({ images: 1 });
  });

  it('takes what was stored for a request and never said', async () => {
    const event = await acceptRequest(servers.store, {
      number: ++numbers,
      endpoint: '/try_on_outfit',
      capability: 'tryon',
      input: {},
      imageCount: 1,
    });
    const [image_id = ''] = event.data.image_ids;
    await publish(servers.bus, { ...event, data: { ...event.data, user_id: user } });
    await servers.store.put(objectNames.image(image_id), Buffer.from('a picture'), 'image/jpeg');
    await disown();
    expect(await eraseImages(removal(), user)).toMatchObject({ images: 0 });
    expect(await isStored(image_id)).toBe(false);
  });

  it('takes what a worker finishes afterwards, and leaves what the user makes with a new key', async () => {
    await disown();
    expect(await eraseImages(removal(), user)).toMatchObject({ images: 0 });
    const late = await make();
    const anew = await make({ key_id: testId('key', ++numbers) });
    await caughtUp();
    // What the service does by itself every few seconds.
    await vi.waitFor(async () => {
      await removeDisowned(removal(), 'image', new Date());
      expect(await listed()).toEqual([anew]);
    });
    expect(await isStored(late)).toBe(false);
    expect(await isStored(anew)).toBe(true);
  });

  it('given a store that fails midway, goes on from there when it is repeated', async () => {
    const ids = [await make(), await make(), await make()];
    await disown();
    await caughtUp();
    const failing = {
      ...servers.store,
      deleteMany: async ([first = '', ...rest]: readonly string[]) => {
        await servers.store.delete(first);
        return rest;
      },
    };
    await expect(eraseImages({ ...removal(), store: failing }, user)).rejects.toThrow(
      '2 pictures could not be deleted',
    );
    expect((await Promise.all(ids.map(isStored))).filter((stored) => stored)).toHaveLength(2);
    await eraseImages(removal(), user);
    expect(await listed()).toEqual([]);
    expect(await Promise.all(ids.map(isStored))).toEqual([false, false, false]);
  });

  it('given nobody who projects, says unavailable instead of finding nothing to do', async () => {
    await images.stop();
    await make();
    await disown();
    await expect(eraseImages(removal(), user, 100)).rejects.toMatchObject({ code: 'unavailable' });
    images = await startImages(removal());
  });

  it('given a rebuild afterwards, brings nothing back, and keeps no more than ids', async () => {
    const id = await make();
    await disown();
    await eraseImages(removal(), user);
    await publish(servers.bus, {
      ...anImageCreated(numbers, { user_id: user, key_id }),
      id: `${id}/created/again`,
    });
    const options = { url: servers.postgres.url, schema: 'images', migrations: MIGRATIONS, log: silentLogger() };
    await caughtUp();
    const before = await dump(db, imageProjection.tables);
    expect(await rebuild(servers.bus, imageProjection, options)).toMatchObject({ identical: true });
    expect(await dump(db, imageProjection.tables)).toBe(before);
    expect(await listed()).toEqual([]);
    expect(before).not.toContain(user);
    expect(before).toContain(`(${id})`);
    expect(before).toContain(`(${key_id})`);
  });
});
