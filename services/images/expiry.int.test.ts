import { readToHead } from '@styling/bus';
import { subjects } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { runProjection } from '@styling/projections';
import { anImageCreated, testTime } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { imageProjection } from './image-projection.ts';
import { startTestImages, type TestImages } from './images.fixture.ts';
import { removeExpired } from './remove-pictures.ts';

// The projection alone, without the service's own sweeps.
const AFTERWARDS = new Date(testTime().getTime() + 2 * 86_400_000);
let images: TestImages;
let projection: ReturnType<typeof runProjection>;
let numbers = 0;
let ids: string[];

beforeAll(async () => {
  images = await startTestImages();
  const { servers, db, parts } = images;
  projection = runProjection(servers.bus, db, imageProjection, { log: parts.log });
});
afterAll(async () => {
  await projection.stop();
  await images.stop();
});
beforeEach(() => {
  ids = [];
});

/** Makes pictures that expire at the same moment. */
async function make(count: number): Promise<void> {
  const events = Array.from({ length: count }, () => anImageCreated(++numbers, { user_id: 'alice' }));
  ids.push(...(await Promise.all(events.map(images.make))));
  await images.caughtUp();
}

const removal = () => ({ ...images.parts, pageSize: 10 });

/** Those of this test whose address resolves, and those whose end is in the log. */
async function whatIsLeft() {
  const statuses = await Promise.all(ids.map(images.statusOf));
  const deleted = new Set<string>();
  const reading = { name: 'test', filter: subjects.allImages, after: 0, log: images.parts.log };
  for await (const { event } of readToHead(images.servers.bus, reading)) {
    if (event?.type === 'image.deleted' && event.data.reason === 'expired') deleted.add(event.data.image_id);
  }
  return {
    resolving: ids.filter((_, index) => statuses[index] === 200),
    deleted: ids.filter((id) => deleted.has(id)),
  };
}

it('given several pages that expire together, then one sweep removes all of them, object and record', async () => {
  await make(21);
  expect(await images.statusOf(ids[0] ?? '')).toBe(200);
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(21);
  expect(await whatIsLeft()).toEqual({ resolving: [], deleted: ids });
  await images.caughtUp();
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(0);
});

it('given objects that the store refuses to delete, then all others are removed, and the sweep fails', async () => {
  await make(11);
  const kept = [ids[0], ids.at(-1)] as string[];
  const locked = kept.map(objectNames.image);
  const store = {
    ...images.parts.store,
    deleteMany: async (names: readonly string[]) => {
      await images.parts.store.deleteMany(names.filter((name) => !locked.includes(name)));
      return names.filter((name) => locked.includes(name));
    },
  };
  await expect(removeExpired({ ...removal(), store }, 'image', AFTERWARDS)).rejects.toThrow(
    '2 pictures could not be deleted',
  );
  expect(await whatIsLeft()).toEqual({ resolving: kept, deleted: ids.filter((id) => !kept.includes(id)) });
  await images.caughtUp();
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(2);
});

it('given a replica that is to stop, then it stops after a page, and the next sweep goes on', async () => {
  await make(11);
  expect(await removeExpired(removal(), 'image', AFTERWARDS, () => false)).toBe(10);
  await images.caughtUp();
  expect(await removeExpired(removal(), 'image', AFTERWARDS)).toBe(1);
});
