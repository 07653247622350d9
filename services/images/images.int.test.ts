import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { createEvent, getImage, imageDeleted, listImages, subjects } from '@styling/contracts';
import { readItems, rebuild, waitForCheckpoint } from '@styling/projections';
import { silentLogger } from '@styling/telemetry';
import {
  anImageCreated,
  dump,
  startTestServers,
  startTwoReplicas,
  type TestServers,
  type TwoReplicas,
  testId,
  testTime,
} from '@styling/testing';
import { type Kysely, type KyselyPlugin, PostgresQueryCompiler, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { imageProjection } from './image-projection.ts';
import { expiryLag, removeExpired } from './remove-pictures.ts';
import { imageList, startImages } from './service.ts';

const LIMIT = { timeout: 30_000, interval: 50 };
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
let servers: TestServers;
let db: Kysely<unknown>;
let replicas: TwoReplicas;
/** One clock for all replicas, which the tests move. */
let now = testTime();

beforeAll(async () => {
  servers = await startTestServers();
  const shared = { store: servers.store, clock: () => now, log: silentLogger() };
  replicas = await startTwoReplicas(servers, 'images', MIGRATIONS, (deps) => startImages({ ...shared, ...deps }));
  db = replicas.db;
});
afterAll(async () => {
  await replicas.stop();
  await servers.stop();
});

let numbers = 0;
const userName = () => `user${++numbers}`;
const at = (seconds: number) => new Date(testTime().getTime() + seconds * 1000);
/** Says that an image was made `seconds` after noon; the n-th of the test run. */
async function created(user_id: string, seconds = 0, data: Parameters<typeof anImageCreated>[1] = {}): Promise<string> {
  const event = anImageCreated(++numbers, { user_id, ...data }, at(seconds));
  await publish(servers.bus, event);
  return event.data.image_id;
}
const list = (user_id: string, limit = 1000, cursor: string | null = null) =>
  ask(servers.bus, listImages, { user_id, limit, cursor });
const idsOf = async (user_id: string) => (await list(user_id)).images.map(({ image_id }) => image_id);
const get = async (user_id: string, image_id: string) =>
  (await ask(servers.bus, getImage, { user_id, image_id })).image;

/** Notes the SQL of every statement. */
function recorder(): KyselyPlugin & { readonly statements: string[] } {
  const statements: string[] = [];
  return {
    statements,
    transformQuery({ node, queryId }) {
      statements.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

describe('image records', () => {
  it('are there as soon as their event is, on every replica', async () => {
    for (let round = 0; round < 20; round++) {
      const user = userName();
      const id = await created(user);
      expect(await get(user, id)).toMatchObject({ image_id: id, created_at: testTime().toISOString() });
    }
  });

  it('given a checkpoint ahead of the log, then a new one is not said to be missing, and is there once the log is recognised', async () => {
    await created(userName());
    await idsOf('anyone');
    const move = (by: number) => sql`update checkpoint set seq = seq + ${by}`.execute(db);
    await move(1_000_000);
    const user = userName();
    const id = await created(user);
    const refused = () => expect(get(user, id)).rejects.toMatchObject({ code: 'unavailable' });
    /** Asks so often that both replicas answer. */
    const byBoth = (asking: () => Promise<void>) => Promise.all(Array.from({ length: 20 }, asking));
    await vi.waitFor(() => byBoth(refused), LIMIT);
    await move(-1_000_000);
    await vi.waitFor(() => byBoth(async () => expect(await get(user, id)).toMatchObject({ image_id: id })), LIMIT);
  });

  it('are paged without gap or repeat, also where moments are equal', async () => {
    const user = userName();
    for (let index = 0; index < 7; index++) await created(user, index < 5 ? 1 : 2);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(user, 3, cursor);
      seen.push(...page.images.map(({ image_id }) => image_id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(await idsOf(user));
    expect(seen).toHaveLength(7);
  });

  it('given the same event twice, exist once', async () => {
    const user = userName();
    const event = anImageCreated(++numbers, { user_id: user });
    await publish(servers.bus, event);
    // Another Msg-Id stands for a repeat after the server's window of deduplication.
    await publish(servers.bus, { ...event, id: `${event.id}/again` });
    expect(await idsOf(user)).toEqual([event.data.image_id]);
  });

  it('given a deletion, are gone for good, even when the creation is said again', async () => {
    const user = userName();
    const event = anImageCreated(++numbers, { user_id: user });
    const { image_id } = event.data;
    await publish(servers.bus, event);
    await publish(servers.bus, createEvent(imageDeleted, 'test', now, { image_id, user_id: user, reason: 'erased' }));
    expect(await get(user, image_id)).toBeNull();
    await publish(servers.bus, { ...event, id: `${event.id}/again` });
    expect(await get(user, image_id)).toBeNull();
    expect(await idsOf(user)).toEqual([]);
  });

  it('are gone at their expiry to the second, and their objects with the next sweep', async () => {
    const user = userName();
    const expires_at = at(3600).toISOString();
    const id = await created(user, 0, { expires_at });
    const kept = await created(user, 0, { expires_at: null, persistent: true });
    for (const image of [id, kept]) await servers.store.put(`images/${image}.jpg`, Buffer.from('x'), 'image/jpeg');

    now = at(3599);
    expect(await get(user, id)).not.toBeNull();
    expect(await removeExpired({ db, bus: servers.bus, store: servers.store }, 'image', now)).toBe(0);
    now = at(3600);
    expect(await get(user, id)).toBeNull();
    expect(await idsOf(user)).toEqual([kept]);
    expect(await servers.store.head(`images/${id}.jpg`)).not.toBeNull();

    expect(await expiryLag(db, at(3660))).toBe(60);
    expect(await removeExpired({ db, bus: servers.bus, store: servers.store }, 'image', now)).toBe(1);
    expect(await servers.store.head(`images/${id}.jpg`)).toBeNull();
    expect(await servers.store.head(`images/${kept}.jpg`)).not.toBeNull();
    expect(await idsOf(user)).toEqual([kept]);
    expect(await expiryLag(db, at(3660))).toBe(0);
    expect(await removeExpired({ db, bus: servers.bus, store: servers.store }, 'image', now)).toBe(0);
    now = testTime();
    expect(await get(user, id)).toBeNull();
  });

  it('come out of the log the same, to the byte', async () => {
    await waitForCheckpoint(db, imageProjection.name, { [subjects.allImages]: 1 });
    const options = { url: servers.postgres.url, schema: 'images', migrations: MIGRATIONS, log: silentLogger() };
    await idsOf('anyone');
    const before = await dump(db, imageProjection.tables);
    expect(await rebuild(servers.bus, imageProjection, options)).toMatchObject({ identical: true });
    expect(await dump(db, imageProjection.tables)).toBe(before);
    expect(before).toContain(testId('img', 1).slice(0, 10));
    const user = userName();
    const id = await created(user);
    expect(await idsOf(user)).toEqual([id]);
  });

  it('take the same single statement whether one is foreign, deleted, expired or missing, so that time tells nothing', async () => {
    const [user, other] = [userName(), userName()];
    const foreign = await created(other);
    const expired = await created(user, 0, { expires_at: at(-1).toISOString() });
    const gone = await created(user);
    await publish(
      servers.bus,
      createEvent(imageDeleted, 'test', now, { image_id: gone, user_id: user, reason: 'erased' }),
    );
    const recorded: string[][] = [];
    for (const image_id of [foreign, gone, expired, testId('img', 99_999)]) {
      expect(await get(user, image_id)).toBeNull();
      const plugin = recorder();
      expect(await readItems(db.withPlugin(plugin), imageList, [{ user_id: user, id: image_id }], now)).toMatchObject([
        { value: null },
      ]);
      recorded.push(plugin.statements);
    }
    expect(recorded[0]).toHaveLength(1);
    for (const statements of recorded) expect(statements).toEqual(recorded[0]);
  });
});
