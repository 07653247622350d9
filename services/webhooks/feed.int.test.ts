import { fileURLToPath } from 'node:url';
import { ask, onNotice, publish } from '@styling/bus';
import {
  createEvent,
  getEvent,
  imageDeleted,
  imageDisowned,
  readEvents,
  type StylingEvent,
  type UserEventType,
} from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { rebuild } from '@styling/projections';
import { silentLogger } from '@styling/telemetry';
import {
  anAcceptedRequest,
  anImageCreated,
  aRequestCompleted,
  dump,
  startTestServers,
  startTwoReplicas,
  type TestServers,
  type TwoReplicas,
  testId,
  testTime,
} from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feedProjection } from './feed-projection.ts';
import { startFeed } from './service.ts';
import type { WebhooksTables } from './tables.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const DAY = 86_400;
let servers: TestServers;
let db: Kysely<WebhooksTables>;
let replicas: TwoReplicas<WebhooksTables>;
/** One clock for all replicas, which the tests move. */
let now = testTime();

beforeAll(async () => {
  servers = await startTestServers();
  const shared = { clock: () => now, log: silentLogger() };
  replicas = await startTwoReplicas<WebhooksTables>(servers, 'webhooks', MIGRATIONS, (deps) =>
    startFeed({ ...shared, ...deps }),
  );
  db = replicas.db;
});
afterAll(async () => {
  await replicas.stop();
  await servers.stop();
});

let numbers = 0;
const userName = () => `user${++numbers}`;
const at = (seconds: number) => new Date(testTime().getTime() + seconds * 1000);
const say = async (...events: StylingEvent[]) => {
  for (const event of events) await publish(servers.bus, event);
};
/** A job of a user, from its acceptance to its end, `after` seconds. */
function aJob(user_id: string, { after = 0, key_id = testId('key', 1), ...ended }: Job = {}) {
  const number = ++numbers;
  const of = { user_id, key_id, received_at: at(after).toISOString() };
  return {
    id: testId('req', number),
    accepted: anAcceptedRequest(number, { ...of, daily_limit: 5 }, at(after)),
    completed: aRequestCompleted(number, { ...of, ...ended }, at(after + 1)),
  };
}
type Job = { after?: number; key_id?: string; cost?: number };
const anImage = (user_id: string, after = 0, key_id = testId('key', 1)) => {
  const number = ++numbers;
  const image_id = testId('img', number);
  return {
    created: anImageCreated(number, { user_id, key_id }, at(after)),
    deleted: createEvent(imageDeleted, '/services/images', at(after + 1), { image_id, user_id, reason: 'expired' }),
  };
};
type Asked = { cursor?: string | null; types?: UserEventType[] | null; limit?: number };
const read = (user_id: string, { cursor = null, types = null, limit = 100 }: Asked = {}) =>
  ask(servers.bus, readEvents, { user_id, cursor, types, limit });
const typesOf = async (...asked: Parameters<typeof read>) => (await read(...asked)).events.map(({ type }) => type);

describe('a feed', () => {
  it('has an event as soon as the log has what it follows from, on every replica', async () => {
    const user = userName();
    const seen: string[] = [];
    let { next_cursor } = await read(user);
    for (let round = 0; round < 10; round++) {
      const { id, accepted, completed } = aJob(user, { cost: 0 });
      await say(accepted, completed);
      const page = await read(user, { cursor: next_cursor });
      expect(page).toMatchObject({ events: [{ type: 'job.succeeded', data: { job_id: id } }], has_more: false });
      seen.push(...page.events.map((event) => event.id));
      next_cursor = page.next_cursor;
    }
    expect((await read(user)).events.map((event) => event.id)).toEqual(seen);
  });

  it('is in the order of the log, in pages of any size, and only its user sees it', async () => {
    const [user, stranger] = [userName(), userName()];
    const [job, image] = [aJob(user, { cost: 5 }), anImage(user)];
    await say(job.accepted, image.created, job.completed, image.deleted);
    const all = ['image.created', 'job.succeeded', 'usage.threshold', 'usage.threshold', 'image.deleted'];
    expect(await typesOf(user)).toEqual(all);
    for (const limit of [1, 2, 3]) {
      const paged: string[] = [];
      for (let cursor: string | null = null, more = true; more; ) {
        const page = await read(user, { cursor, limit });
        paged.push(...page.events.map(({ type }) => type));
        ({ next_cursor: cursor, has_more: more } = page);
      }
      expect(paged).toEqual(all);
    }
    expect(await typesOf(user, { types: ['image.created', 'image.deleted'], limit: 2 })).toEqual([all[0], all[4]]);
    const [first] = (await read(user)).events;
    const find = (user_id: string, event_id = first?.id ?? '') => ask(servers.bus, getEvent, { user_id, event_id });
    expect((await find(user)).event).toEqual(first);
    expect((await find(stranger)).event).toBeNull();
    expect((await read(stranger)).events).toEqual([]);
  });

  it('continues after each of its events', async () => {
    const user = userName();
    const images = [anImage(user), anImage(user), anImage(user)];
    await say(...images.map(({ created }) => created));
    const { events } = await read(user);
    for (const [index, { cursor }] of events.entries()) {
      expect((await read(user, { cursor })).events).toEqual(events.slice(index + 1));
    }
  });

  it('says when it has changed, once the events can be read', async () => {
    const user = userName();
    const seen: Promise<string[]>[] = [];
    const stop = onNotice(servers.bus, 'feed.changed', user, () => seen.push(typesOf(user)));
    await servers.bus.nc.flush();
    await say(anImage(user).created);
    expect(await waitUntil(() => seen.length > 0, { timeoutMs: 5_000 })).toBe(true);
    expect(await seen[0]).toEqual(['image.created']);
    stop();
  });
});

describe('a cursor', () => {
  it('is refused when it is older than thirty days, with one that begins where the feed does', async () => {
    const user = userName();
    await say(anImage(user).created);
    const [old] = (await read(user)).events;
    const { next_cursor: end } = await read(user);
    await say(anImage(user, 10 * DAY).created);
    now = at(30 * DAY);
    expect((await read(user, { cursor: old?.cursor ?? '' })).events).toHaveLength(1);
    now = at(30 * DAY + 1);
    const refusal = await read(user, { cursor: end }).catch((error) => error);
    expect(refusal).toMatchObject({ code: 'cursor_expired', status: 410 });
    const whole = await read(user);
    expect(whole.events).toHaveLength(1);
    expect((await read(user, { cursor: refusal.parameters.oldest_cursor })).events).toEqual(whole.events);
    now = testTime();
  });

  it('of another log is refused, as what follows may have been behind it there', async () => {
    const user = userName();
    await say(anImage(user).created, anImage(user).created);
    const { events, next_cursor } = await read(user);
    const ahead = Buffer.from(`999999999.0.${now.getTime()}.`).toString('base64url');
    const marked = Buffer.from(next_cursor, 'base64url').toString();
    const other = Buffer.from(marked.replace(/\.[0-9a-f]{8}$/, '.00000000')).toString('base64url');
    for (const cursor of [ahead, other]) {
      const refusal = await read(user, { cursor }).catch((error) => error);
      expect(refusal).toMatchObject({ code: 'cursor_expired' });
      expect((await read(user, { cursor: refusal.parameters.oldest_cursor })).events).toEqual(events);
    }
  });
});

describe('what is forgotten', () => {
  it('is all of an erased user, whatever arrives of it later', async () => {
    const user = userName();
    const key_id = testId('key', ++numbers);
    const [job, image] = [aJob(user, { key_id }), anImage(user, 0, key_id)];
    const disowned = createEvent(imageDisowned, '/services/gateway', at(2), { key_id, user_id: user });
    await say(job.accepted, image.created, disowned);
    expect(await typesOf(user)).toEqual([]);
    await say(job.completed, image.deleted, anImage(user, 3, key_id).created);
    expect(await typesOf(user)).toEqual([]);
    for (const table of ['user_event', 'request', 'image'] as const) {
      expect(await db.selectFrom(table).selectAll().where('key_id', '=', key_id).execute()).toEqual([]);
    }
    expect(await db.selectFrom('day').selectAll().where('user_id', '=', user).execute()).toEqual([]);
  });

  it('is the same after a rebuild beside live traffic: all tables are, row for row', async () => {
    const user = userName();
    const traffic = new AbortController();
    const publishing = (async () => {
      while (!traffic.signal.aborted) {
        const { accepted, completed } = aJob(user, { cost: 1 });
        await say(accepted, anImage(user).created, completed);
      }
    })();
    expect(await waitUntil(async () => (await read(user)).events.length > 20, { timeoutMs: 20_000 })).toBe(true);
    const before = (await read(user)).events;
    const options = { url: servers.postgres.url, schema: 'webhooks', migrations: MIGRATIONS, log: silentLogger() };
    const { identical } = await rebuild(servers.bus, feedProjection, options);
    expect(identical).toBe(true);
    traffic.abort();
    await publishing;
    expect((await read(user)).events.slice(0, before.length)).toEqual(before.slice(0, 100));
    const live = await dump(db, feedProjection.tables);
    expect(await rebuild(servers.bus, feedProjection, options)).toMatchObject({ identical: true });
    expect(await dump(db, feedProjection.tables)).toEqual(live);
  });

  it('are rows of a month ago, with the next event, also when both are in one batch', async () => {
    const user = userName();
    await say(anImage(user).created);
    const next = anImage(user, 42 * DAY);
    await say(next.created);
    await read(user);
    const rows = await db.selectFrom('user_event').select('user_id').execute();
    expect(rows).toEqual([{ user_id: user }]);
    expect(await db.selectFrom('request').select('request_id').execute()).toEqual([]);
    expect(await db.selectFrom('day').select('day').execute()).toEqual([]);
    const options = { url: servers.postgres.url, schema: 'webhooks', migrations: MIGRATIONS, log: silentLogger() };
    expect(await rebuild(servers.bus, feedProjection, options)).toMatchObject({ identical: true });
  });
});
