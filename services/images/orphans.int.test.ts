import { fileURLToPath } from 'node:url';
import { ask, createStreams, publish } from '@styling/bus';
import { completeRequest, createEvent, imageDeleted, imageDisowned, listImages } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { objectNames } from '@styling/objectstore';
import { headsOf, rebuild, waitForCheckpoint } from '@styling/projections';
import type { Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { acceptRequest, anImageCreated, startTestServers, type TestServers, testId } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { eraseImages } from './erase-user.ts';
import { imageProjection } from './image-projection.ts';
import { runOrphansCommand } from './orphans-command.ts';
import { startImages } from './service.ts';
import type { ImagesTables } from './tables.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const log = silentLogger();
let servers: TestServers;
let db: Kysely<ImagesTables>;
let images: Running;
let lines: string[];

beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(() => servers.stop());
beforeEach(async () => {
  db = connectDatabase({ url: servers.postgres.url, schema: 'images', log });
  await migrate(db, 'images', MIGRATIONS);
  images = await startImages({ db, bus: servers.bus, store: servers.store, clock: () => new Date(), log });
  lines = [];
});
/** Leaves neither tables nor log nor objects. */
afterEach(async () => {
  await images.stop();
  await sql`drop schema images cascade`.execute(db);
  await db.destroy();
  await renewLog();
  await servers.store.deleteAll('');
});

async function renewLog(): Promise<void> {
  await servers.bus.jsm.streams.delete('EVENTS');
  await createStreams(servers.bus, { replicas: 1 });
}
const anHourAhead = () => new Date(Date.now() + 3_600_000);
const orphans = (args: readonly string[], clock = anHourAhead, store = servers.store) => {
  lines = [];
  const { bus } = servers;
  return runOrphansCommand({ bus, store, clock, log, show: (line) => lines.push(line) }, args);
};
const summary = () => JSON.parse(lines.at(-1) ?? '');
const put = (id: string) => servers.store.put(objectNames.image(id), Buffer.from('a picture'), 'image/jpeg');
const statusOf = async (id: string) => (await fetch(`${servers.imageStoreUrl}/${objectNames.image(id)}`)).status;
const listed = async () =>
  (await ask(servers.bus, listImages, { user_id: 'alice', limit: 100, cursor: null })).images.map(
    ({ image_id }) => image_id,
  );

/** Says that an image was made for ever; with its object, unless told otherwise. */
async function make(number: number, options: { stored?: boolean; user_id?: string } = {}): Promise<string> {
  const { stored = true, user_id = 'alice' } = options;
  const event = anImageCreated(number, { user_id, persistent: true, expires_at: null });
  if (stored) await put(event.data.image_id);
  await publish(servers.bus, event);
  return event.data.image_id;
}
const says = (id: string) =>
  publish(
    servers.bus,
    createEvent(imageDeleted, '/services/images', new Date(), { image_id: id, user_id: 'alice', reason: 'erased' }),
  );

it('given objects without a record and records without an object, then they are listed, and removed when told', async () => {
  const [kept, gone, unnamed, deleted] = [
    await make(1),
    await make(2, { stored: false }),
    testId('img', 3),
    await make(4),
  ];
  await put(unnamed);
  await says(deleted);
  expect(await orphans([])).toBe(2);
  expect(lines.slice(0, -1).sort()).toEqual([
    expect.stringMatching(`^object without a record: images/${unnamed}.jpg of 20`),
    expect.stringMatching(`^object without a record: images/${deleted}.jpg of 20`),
    `record without an object: ${gone} of alice`,
  ]);
  expect(summary()).toEqual({ objects_without_record: 2, records_without_object: 1, deleted: 0 });
  expect([await statusOf(unnamed), await statusOf(deleted)]).toEqual([200, 200]);
  expect((await listed()).sort()).toEqual([kept, gone]);

  expect(await orphans(['--delete'])).toBe(0);
  expect(summary()).toMatchObject({ deleted: 3 });
  expect([await statusOf(kept), await statusOf(unnamed), await statusOf(deleted)]).toEqual([200, 404, 404]);
  expect(await listed()).toEqual([kept]);
  expect(await orphans([])).toBe(0);
  expect(lines).toEqual(['{"objects_without_record":0,"records_without_object":0,"deleted":0}']);
});

it('given pictures of requests that run, or may have begun meanwhile, then they are left alone until those have ended', async () => {
  await make(1);
  const accepted = await acceptRequest(servers.store, {
    number: 7,
    endpoint: '/style_me',
    capability: 'style',
    input: {},
    imageCount: 1,
  });
  const [reserved = ''] = accepted.data.image_ids;
  await publish(servers.bus, accepted);
  await put(reserved);
  expect(await orphans(['--delete'])).toBe(0);
  await publish(servers.bus, completeRequest(accepted.data, 'style', new Date(), {}));
  expect(await orphans(['--delete'], () => new Date())).toBe(0);
  expect(await statusOf(reserved)).toBe(200);
  expect(await orphans(['--delete'])).toBe(0);
  expect(await statusOf(reserved)).toBe(404);
});

it('given more than a page, then all are found', async () => {
  const kept = await make(1);
  const ids = Array.from({ length: 7 }, (_, index) => testId('img', 1_000 + index));
  await Promise.all(ids.map(put));
  const { store } = servers;
  async function* list(prefix: string) {
    for await (const page of store.list(prefix)) {
      for (let at = 0; at < page.length; at += 3) yield page.slice(at, at + 3);
    }
  }
  expect(await orphans(['--delete'], anHourAhead, { ...store, list })).toBe(0);
  expect(summary()).toMatchObject({ objects_without_record: 7, deleted: 7 });
  const left = (await Array.fromAsync(store.list('images/'))).flat().map(({ name }) => name);
  expect(left).toEqual([objectNames.image(kept)]);
});

it('given a lost log, when a user is erased, then the pictures go with the orphans, which has to be meant', async () => {
  const id = await make(1);
  await listed();
  await renewLog();
  await rebuild(servers.bus, imageProjection, {
    url: servers.postgres.url,
    schema: 'images',
    migrations: MIGRATIONS,
    log,
  });
  await publish(
    servers.bus,
    createEvent(imageDisowned, '/services/gateway', new Date(), { key_id: testId('key', 1), user_id: 'alice' }),
  );
  await waitForCheckpoint(db, 'images', await headsOf(servers.bus, imageProjection.sources));
  const deps = { db, bus: servers.bus, store: servers.store, clock: () => new Date(), log };
  expect(await eraseImages(deps, 'alice')).toEqual({ images: 0, assets: 0 });
  expect(await statusOf(id)).toBe(200);
  await expect(orphans(['--delete'])).rejects.toThrow('the log has no image');
  expect(await orphans([])).toBe(2);
  expect(await statusOf(id)).toBe(200);
  expect(await orphans(['--delete', '--log-is-empty'])).toBe(0);
  expect(await statusOf(id)).toBe(404);
});

it('given a bucket with none of the pictures, then the records are kept unless that is meant', async () => {
  await make(1, { stored: false });
  await expect(orphans(['--delete'])).rejects.toThrow('none of the pictures in the log');
  expect(await listed()).toHaveLength(1);
  expect(await orphans(['--delete', '--pictures-are-gone'])).toBe(0);
  expect(await listed()).toEqual([]);
});

it('given an object that the store refuses to delete, then the exit code is 1 and the rest is done', async () => {
  await make(1);
  await put(testId('img', 2));
  const store = { ...servers.store, deleteMany: async (names: readonly string[]) => [...names] };
  expect(await orphans(['--delete'], anHourAhead, store)).toBe(1);
  expect(summary()).toEqual({ objects_without_record: 1, records_without_object: 0, deleted: 0 });
});
