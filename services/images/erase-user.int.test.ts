import { ask, publish } from '@styling/bus';
import { createEvent, getImage, imageDisowned } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { Running } from '@styling/service';
import { acceptRequest, anImageCreated, dump, testId } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { eraseImages } from './erase-user.ts';
import { imageProjection } from './image-projection.ts';
import { startTestImages, type TestImages } from './images.fixture.ts';
import { removeDisowned } from './remove-pictures.ts';
import { startImages } from './service.ts';

let images: TestImages;
let service: Running;
let numbers = 0;
let user: string;
let key_id: string;

beforeAll(async () => {
  images = await startTestImages();
  service = startImages(images.parts);
});
beforeEach(() => {
  numbers += 100;
  user = `user${numbers}`;
  key_id = testId('key', numbers);
});
afterAll(async () => {
  await service.stop();
  await images.stop();
});

/** An image with its object; `data` replaces what a test is about. */
const make = (data: Parameters<typeof anImageCreated>[1] = {}) =>
  images.make(anImageCreated(++numbers, { user_id: user, key_id, persistent: true, expires_at: null, ...data }));
const disown = (key = key_id) =>
  publish(
    images.servers.bus,
    createEvent(imageDisowned, '/services/gateway', new Date(), { key_id: key, user_id: user }),
  );
const listed = (of = user) => images.listed(of);
const isStored = (image_id: string) => images.isStored(objectNames.image(image_id));

describe('erasing a user', () => {
  it('takes every image with its object, of this user only, and says so; a second time it says the same', async () => {
    const ids = [await make(), await make()];
    const other = await make({ user_id: 'someone-else', key_id: testId('key', 1) });
    await disown();
    expect(await eraseImages(images.parts, user)).toMatchObject({ images: 2 });
    expect(await listed()).toEqual([]);
    for (const id of ids) {
      expect(await isStored(id)).toBe(false);
      expect(await images.statusOf(id)).toBe(404);
      expect((await ask(images.servers.bus, getImage, { user_id: user, image_id: id })).image).toBeNull();
    }
    expect(await isStored(other)).toBe(true);
    expect(await listed('someone-else')).toEqual([other]);
    const said = await images.servers.bus.jsm.streams.getMessage('EVENTS', {
      last_by_subj: `styling.image.deleted.${user}.*`,
    });
    expect(said?.json()).toMatchObject({ data: { image_id: ids[1], user_id: user, reason: 'erased' } });
    expect(await eraseImages(images.parts, user)).toMatchObject({ images: 2 });
  });

  it('counts also what the service had removed by itself before', async () => {
    await make();
    await disown();
    await images.caughtUp();
    await removeDisowned(images.parts, 'image', new Date());
    await images.caughtUp();
    expect(await eraseImages(images.parts, user)).toMatchObject({ images: 1 });
  });

  it('given a checkpoint ahead of the log, then it is not said to be done', async () => {
    await make();
    await disown();
    await images.caughtUp();
    // The service would refuse reads until it compares again.
    await service.stop();
    const move = (by: number) => sql`update checkpoint set seq = seq + ${by}`.execute(images.db);
    await move(1_000_000);
    await expect(eraseImages(images.parts, user)).rejects.toMatchObject({ code: 'unavailable' });
    await move(-1_000_000);
    service = startImages(images.parts);
    expect(await eraseImages(images.parts, user)).toMatchObject({ images: 1 });
  });

  it('takes what was stored for a request and never said', async () => {
    const event = await acceptRequest(images.servers.store, {
      number: ++numbers,
      endpoint: '/try_on_outfit',
      capability: 'tryon',
      input: {},
      imageCount: 1,
    });
    const [image_id = ''] = event.data.image_ids;
    await publish(images.servers.bus, { ...event, data: { ...event.data, user_id: user } });
    await images.servers.store.put(objectNames.image(image_id), Buffer.from('a picture'), 'image/jpeg');
    await disown();
    expect(await eraseImages(images.parts, user)).toMatchObject({ images: 0 });
    expect(await isStored(image_id)).toBe(false);
  });

  it('takes what a worker finishes afterwards, and leaves what the user makes with a new key', async () => {
    await disown();
    expect(await eraseImages(images.parts, user)).toMatchObject({ images: 0 });
    const late = await make();
    const anew = await make({ key_id: testId('key', ++numbers) });
    await images.caughtUp();
    // What the service does by itself every few seconds.
    await vi.waitFor(async () => {
      await removeDisowned(images.parts, 'image', new Date());
      expect(await listed()).toEqual([anew]);
    });
    expect(await isStored(late)).toBe(false);
    expect(await isStored(anew)).toBe(true);
  });

  it('given a store that fails midway, goes on from there when it is repeated', async () => {
    const ids = [await make(), await make(), await make()];
    await disown();
    await images.caughtUp();
    const failing = {
      ...images.servers.store,
      deleteMany: async ([first = '', ...rest]: readonly string[]) => {
        await images.servers.store.delete(first);
        return rest;
      },
    };
    await expect(eraseImages({ ...images.parts, store: failing }, user)).rejects.toThrow(
      '2 pictures could not be deleted',
    );
    expect((await Promise.all(ids.map(isStored))).filter((stored) => stored)).toHaveLength(2);
    await eraseImages(images.parts, user);
    expect(await listed()).toEqual([]);
    expect(await Promise.all(ids.map(isStored))).toEqual([false, false, false]);
  });

  it('given nobody who projects, says unavailable instead of finding nothing to do', async () => {
    await service.stop();
    await make();
    await disown();
    await expect(eraseImages(images.parts, user, 100)).rejects.toMatchObject({ code: 'unavailable' });
    service = startImages(images.parts);
  });

  it('given a rebuild afterwards, brings nothing back, and keeps no more than ids', async () => {
    const id = await make();
    await disown();
    await eraseImages(images.parts, user);
    await publish(images.servers.bus, {
      ...anImageCreated(numbers, { user_id: user, key_id }),
      id: `${id}/created/again`,
    });
    await images.caughtUp();
    const before = await dump(images.db, imageProjection.tables);
    expect(await images.rebuilt()).toMatchObject({ identical: true });
    expect(await dump(images.db, imageProjection.tables)).toBe(before);
    expect(await listed()).toEqual([]);
    expect(before).not.toContain(user);
    expect(before).toContain(`(${id})`);
    expect(before).toContain(`(${key_id})`);
  });
});
