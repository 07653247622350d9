import { ask, publish } from '@styling/bus';
import {
  assetDeleted,
  assetUsed,
  countAssets,
  createEvent,
  deleteAsset,
  getAsset,
  imageDisowned,
  listAssets,
} from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { Running } from '@styling/service';
import { anAssetCreated, dump, type TestServers, testId } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseImages } from './erase-user.ts';
import { imageProjection } from './image-projection.ts';
import { startTestImages, type TestImages } from './images.fixture.ts';
import { runOrphansCommand } from './orphans-command.ts';
import { removeExpired } from './remove-pictures.ts';
import { startImages } from './service.ts';

const DAY_MS = 86_400_000;
let servers: TestServers;
let images: TestImages;
let service: Running;
let numbers = 0;
let user: string;
let now = new Date('2026-03-10T12:00:00.000Z');

beforeAll(async () => {
  images = await startTestImages(() => now);
  servers = images.servers;
  service = startImages(images.parts);
});
beforeEach(() => {
  numbers += 100;
  user = `user${numbers}`;
  now = new Date('2026-03-10T12:00:00.000Z');
});
afterAll(async () => {
  await service.stop();
  await images.stop();
});

/** An asset with its object, made `daysAgo`; `data` replaces what a test is about. */
function make(data: Parameters<typeof anAssetCreated>[1] = {}, daysAgo = 0): Promise<string> {
  const time = new Date(now.getTime() - daysAgo * DAY_MS);
  return images.make(anAssetCreated(++numbers, { user_id: user, key_id: testId('key', numbers), ...data }, time));
}
const use = (asset_id: string, time: Date) =>
  publish(
    servers.bus,
    createEvent(assetUsed, '/services/gateway', time, {
      asset_id,
      user_id: user,
      day: time.toISOString().slice(0, 10),
    }),
  );
const get = (asset_id: string, user_id = user) => ask(servers.bus, getAsset, { user_id, asset_id });
const list = (limit = 100, cursor: string | null = null) =>
  ask(servers.bus, listAssets, { user_id: user, limit, cursor });
const isStored = (asset_id: string) => images.isStored(objectNames.asset(asset_id));

describe('the assets of a user', () => {
  it('are told as soon as their event is in the log, to nobody else', async () => {
    const asset_id = await make({ kind: 'garment', checks: [], bytes: 5, width: 64, height: 65 });
    expect(await get(asset_id)).toEqual({
      asset: {
        asset_id,
        kind: 'garment',
        checks: [],
        bytes: 5,
        width: 64,
        height: 65,
        created_at: '2026-03-10T12:00:00.000Z',
        expires_at: '2026-04-09T12:00:00.000Z',
      },
      used_on: '2026-03-10',
    });
    expect(await get(asset_id, 'another')).toEqual({ asset: null, used_on: null });
    expect(await ask(servers.bus, deleteAsset, { user_id: 'another', asset_id })).toEqual({ deleted: false });
    expect(await isStored(asset_id)).toBe(true);
  });

  it('are listed newest first, page by page', async () => {
    const made = [await make({}, 3), await make({}, 2), await make({}, 1)].reverse();
    const first = await list(2);
    expect(first.assets.map(({ asset_id }) => asset_id)).toEqual(made.slice(0, 2));
    const second = await list(2, first.next_cursor);
    expect(second).toMatchObject({ assets: [{ asset_id: made[2] }], next_cursor: null });
    await expect(list(2, 'nonsense')).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  it('are counted with their bytes, without those that expired or were deleted', async () => {
    await make({ bytes: 10 });
    await make({ bytes: 100, lifetime_seconds: 60 }, 1);
    const gone = await make({ bytes: 1_000 });
    expect(await ask(servers.bus, deleteAsset, { user_id: user, asset_id: gone })).toEqual({ deleted: true });
    expect(await ask(servers.bus, countAssets, { user_id: user })).toEqual({ assets: 1, bytes: 10 });
  });

  it('live on from their last use, whatever order uses come in', async () => {
    const asset_id = await make({ lifetime_seconds: 10 * 86_400 }, 9);
    await use(asset_id, now);
    await use(asset_id, new Date(now.getTime() - DAY_MS));
    expect(await get(asset_id)).toMatchObject({
      asset: { expires_at: '2026-03-20T12:00:00.000Z' },
      used_on: '2026-03-10',
    });
  });
});

describe('an asset that goes', () => {
  it('is gone with its object once its deletion is answered, for good', async () => {
    const asset_id = await make();
    expect(await ask(servers.bus, deleteAsset, { user_id: user, asset_id })).toEqual({ deleted: true });
    expect(await isStored(asset_id)).toBe(false);
    expect((await get(asset_id)).asset).toBeNull();
    expect(await ask(servers.bus, deleteAsset, { user_id: user, asset_id })).toEqual({ deleted: false });
    await use(asset_id, now);
    expect((await get(asset_id)).asset).toBeNull();
  });

  it('is told no longer from the second on at which it expires, and then removed', async () => {
    const asset_id = await make({ lifetime_seconds: 3600 });
    now = new Date(now.getTime() + 3_599_000);
    expect((await get(asset_id)).asset).not.toBeNull();
    now = new Date(now.getTime() + 1_000);
    expect((await get(asset_id)).asset).toBeNull();
    await expect.poll(() => isStored(asset_id)).toBe(false);
    await images.caughtUp();
    expect(await removeExpired(images.parts, 'asset', now)).toBe(0);
  });

  it('is erased with its user, also one whose event arrives later', async () => {
    const key_id = testId('key', numbers);
    const asset_id = await make({ key_id });
    await publish(servers.bus, createEvent(imageDisowned, '/services/gateway', now, { key_id, user_id: user }));
    expect(await eraseImages(images.parts, user)).toEqual({ images: 0, assets: 1 });
    expect(await isStored(asset_id)).toBe(false);
    const late = await make({ key_id });
    expect(await eraseImages(images.parts, user)).toEqual({ images: 0, assets: 2 });
    expect(await isStored(late)).toBe(false);
  });
});

describe('log, tables and store', () => {
  it('given a rebuild, the tables are the same', async () => {
    const kept = await make({}, 3);
    await use(kept, now);
    const gone = await make();
    await publish(
      servers.bus,
      createEvent(assetDeleted, '/services/images', now, { asset_id: gone, user_id: user, reason: 'requested' }),
    );
    await images.caughtUp();
    const before = await dump(images.db, imageProjection.tables);
    expect(before).toContain(kept);
    expect(await images.rebuilt()).toMatchObject({ identical: true });
    expect(await dump(images.db, imageProjection.tables)).toEqual(before);
  });

  it('given an object without a record and a record without an object, finds and removes both', async () => {
    const lines: string[] = [];
    const orphans = (args: string[]) =>
      runOrphansCommand(
        { ...images.parts, clock: () => new Date(Date.now() + 3_600_000), show: (line) => lines.push(line) },
        args,
      );
    const lost = await make();
    await servers.store.delete(objectNames.asset(lost));
    const unknown = testId('ast', 99_999);
    await servers.store.put(objectNames.asset(unknown), Buffer.from('a picture'), 'image/jpeg');
    expect(await orphans([])).toBe(2);
    expect(lines).toContainEqual(expect.stringContaining(`object without a record: assets/${unknown} of `));
    expect(lines).toContain(`record without an object: ${lost} of ${user}`);
    expect(await orphans(['--delete'])).toBe(0);
    expect(await isStored(unknown)).toBe(false);
    expect((await get(lost)).asset).toBeNull();
    expect(await orphans([])).toBe(0);
  });
});
