import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import {
  countReads,
  createEvent,
  KEY_DAYS_AT_ONCE,
  type ReadsRolledUp,
  readsRolledUp,
  readUsage,
  readUsageDays,
  subjects,
} from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { rebuild } from '@styling/projections';
import { silentLogger } from '@styling/telemetry';
import {
  aReadAnswered,
  aRequestCompleted,
  dump,
  startTestServers,
  startTwoReplicas,
  type TestServers,
  type TwoReplicas,
  testId,
  testTime,
} from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rollUpReads } from './roll-up-reads.ts';
import { startUsage, usageDays } from './service.ts';
import { usageProjection } from './usage-projection.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
let servers: TestServers;
let db: Kysely<unknown>;
let replicas: TwoReplicas;

beforeAll(async () => {
  servers = await startTestServers();
  await setTimeZone(servers.postgres.url, 'Asia/Tokyo');
  const shared = { clock: testTime, log: silentLogger() };
  replicas = await startTwoReplicas(servers, 'usage', MIGRATIONS, (deps) => startUsage({ ...shared, ...deps }));
  db = replicas.db;
});
afterAll(async () => {
  await replicas.stop();
  await servers.stop();
});

/** Sets the time zone of later sessions: days are UTC, whatever the database is set to. */
async function setTimeZone(url: string, zone: string): Promise<void> {
  const one = connectDatabase({ url, schema: 'usage', log: silentLogger() });
  await sql`alter role current_user set timezone to ${sql.lit(zone)}`.execute(one);
  await one.destroy();
}

let numbers = 0;
const aKey = () => testId('key', ++numbers);
const answered = async (key_id: string, data: Parameters<typeof aRequestCompleted>[1] = {}) => {
  const event = aRequestCompleted(++numbers, { key_id, ...data });
  await publish(servers.bus, event);
  return event;
};
const read = async (key_id: string, data: Parameters<typeof aReadAnswered>[1] = {}) => {
  const event = aReadAnswered(++numbers, { key_id, ...data });
  await publish(servers.bus, event);
  return event;
};
/** Asks so often that both replicas answer. */
const byBoth = (asking: () => Promise<void>) => Promise.all(Array.from({ length: 20 }, asking));
const usage = (key_id: string, today = '2026-03-04') => ask(servers.bus, readUsage, { key_id, today });

describe('usage', () => {
  it('counts an answered request at once, on every replica', async () => {
    const key = aKey();
    for (let round = 1; round <= 6; round++) {
      await answered(key);
      expect((await usage(key)).total_requests).toBe(round);
    }
  });

  it('counts by the UTC day of arrival', async () => {
    const key = aKey();
    await answered(key, { received_at: '2026-03-03T23:59:59.999Z' });
    await answered(key, { received_at: '2026-03-04T00:00:00.000Z' });
    expect((await usage(key)).requests_today).toBe(1);
    expect((await usage(key, '2026-03-05')).requests_today).toBe(0);
    expect((await usage(key)).total_requests).toBe(2);
  });

  it('given two terminal events of a request, counts the first', async () => {
    const key = aKey();
    const event = await answered(key, { status: 504, answered_by: 'gateway' });
    const late = aRequestCompleted(numbers, { ...event.data, status: 200, answered_by: 'tryon' });
    // Another Msg-Id stands for a repeat after the server's window of deduplication.
    await publish(servers.bus, { ...late, id: `${late.id}/again` });
    await answered(key);
    const report = await usage(key);
    expect(report.total_requests).toBe(2);
    expect(report.recent_requests.filter(({ status }) => status === 504)).toHaveLength(1);
  });
});

/** The tables are rebuilt identically. */
async function rebuilt(): Promise<void> {
  await usage(aKey());
  const before = await dump(db, usageProjection.tables);
  const options = { url: servers.postgres.url, schema: 'usage', migrations: MIGRATIONS, log: silentLogger() };
  expect(await rebuild(servers.bus, usageProjection, options)).toMatchObject({ identical: true });
  expect(await dump(db, usageProjection.tables)).toBe(before);
}

/** When reads of the day that tests play on are rolled up: it ended a day before. */
const DUE = new Date('2026-03-06T00:00:00.000Z');
const rollUp = (now = DUE) => rollUpReads(servers.bus, db, now);
const rolledUp = async (key_id: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql<{ day: string }>`
      select day::text from usage.rolled_up_day where key_id = ${key_id} order by day`.execute(db);
    expect(rows).not.toEqual([]);
    return rows.map(({ day }) => day);
  });

describe('reads', () => {
  it('are rolled up once their day ended a day ago, and reports stay as they were', async () => {
    const key = aKey();
    await answered(key);
    for (let second = 10; second < 35; second++) {
      const received_at = testTime(`23:59:${second}.000`).toISOString();
      await read(key, { received_at, endpoint: second % 2 ? '/images' : '/usage', user_id: 'bob' });
    }
    await read(key, { received_at: '2026-03-05T00:00:00.000Z' });
    const before = await usage(key);
    expect(before).toMatchObject({
      total_requests: 27,
      requests_today: 26,
      requests_by_endpoint: { '/images': 13, '/try_on_outfit': 1, '/usage': 13 },
    });
    expect(await rollUp(new Date(DUE.getTime() - 1))).toBe(0);
    expect(await rollUp()).toBeGreaterThan(0);
    expect(await rolledUp(key)).toEqual(['2026-03-04']);
    expect(await rollUp()).toBe(0);
    expect(await usage(key)).toEqual(before);
    const message = await servers.bus.jsm.streams.getMessage('EVENTS', { last_by_subj: 'styling.usage.rolled_up.00' });
    expect(message?.json<ReadsRolledUp>().data).toMatchObject({
      key_id: key,
      day: '2026-03-04',
      requests: { '/images': 12, '/usage': 13 },
      recent: { length: 20 },
    });
  });

  it('that were counted together are in every count and in no list, before and behind their roll-up', async () => {
    const key = aKey();
    const counted = (minute: string, requests: Record<string, number>, gateway = 'gateway-1') =>
      publish(servers.bus, countReads({ key_id: key, user_id: 'bob', gateway, minute, requests }, testTime()));
    await read(key, { endpoint: '/images', user_id: 'bob' });
    await counted('2026-03-04T10:00:00.000Z', { '/jobs/:id': 30, '/jobs': 2 });
    await counted('2026-03-04T10:00:00.000Z', { '/jobs/:id': 5 }, 'gateway-2');
    // The same minute of the same gateway again is the same event.
    await counted('2026-03-04T10:00:00.000Z', { '/jobs/:id': 30, '/jobs': 2 });
    await counted('2026-03-05T10:00:00.000Z', { '/jobs/:id': 1 });
    const before = await usage(key);
    expect(before).toMatchObject({
      total_requests: 39,
      requests_today: 38,
      requests_by_endpoint: { '/images': 1, '/jobs': 2, '/jobs/:id': 36 },
      recent_requests: [{ endpoint: '/images' }],
    });
    expect(await rollUp()).toBeGreaterThan(0);
    expect(await rolledUp(key)).toContain('2026-03-04');
    expect(await usage(key)).toEqual(before);
    await rebuilt();
    expect(await usage(key)).toEqual(before);
  });

  it('to counted endpoints, refused or repeated, count beside the requests and are listed, rolled up or not', async () => {
    const key = aKey();
    const at = (second: number) => testTime(`10:00:0${second}.000`).toISOString();
    const endpoint = '/try_on_outfit';
    await answered(key, { endpoint, received_at: at(1) });
    for (const [second, status] of [400, 429, 503, 200].entries())
      await read(key, { endpoint, status, received_at: at(second + 2) });
    const before = await usage(key);
    expect(before).toMatchObject({ total_requests: 5, requests_by_endpoint: { [endpoint]: 5 }, requests_today: 5 });
    expect(before.recent_requests.map(({ status }) => status)).toEqual([200, 503, 429, 400, 200]);
    const byDay = await days([key]);
    expect(byDay).toEqual([`0 04 ${endpoint} 5 2 1`]);
    await rollUp();
    expect(await rolledUp(key)).toEqual(['2026-03-04']);
    expect([await usage(key), await days([key])]).toEqual([before, byDay]);
    await rebuilt();
    expect([await usage(key), await days([key])]).toEqual([before, byDay]);
  });

  it('that are not all projected yet are not rolled up', async () => {
    await read(aKey());
    const behind = connectDatabase({ url: servers.postgres.url, schema: 'behind', log: silentLogger() });
    await migrate(behind, 'behind', MIGRATIONS);
    await sql`
      insert into answered_request (request_id, key_id, endpoint, received_at, latency_ms, status, partition)
      values ('req_1', ${aKey()}, '/images', '2026-03-04T12:00:00Z', 1, 200, '07')`.execute(behind);
    await expect(rollUpReads(servers.bus, behind, DUE, { timeoutMs: 100 })).rejects.toMatchObject({
      code: 'unavailable',
    });
    await behind.destroy();
  });

  it('are neither reported nor rolled up while READS is not the stream that was read', async () => {
    const key = aKey();
    await read(key, { user_id: 'carol' });
    await usage(key);
    const move = (by: number) =>
      sql`update checkpoint set seq = seq + ${by} where source = ${subjects.allReads}`.execute(db);
    await move(1_000_000);
    const refused = () => expect(usage(key)).rejects.toMatchObject({ code: 'unavailable' });
    await vi.waitFor(() => byBoth(refused), { timeout: 20_000 });
    await expect(rollUp()).rejects.toMatchObject({ code: 'unavailable' });
    await move(-1_000_000);
    const reported = async () => expect(await usage(key)).toMatchObject({ total_requests: 1 });
    await vi.waitFor(() => byBoth(reported), { timeout: 20_000 });
  });

  it('that were dropped behind a roll-up still count, also in a rebuild, and late ones do not', async () => {
    const key = aKey();
    for (let round = 0; round < 3; round++) await read(key, { user_id: 'carol' });
    await usage(key);
    await rollUp(new Date('2026-04-01T00:00:00.000Z'));
    await vi.waitFor(async () => {
      const { rows } = await sql`select * from answered_request where partition is not null`.execute(db);
      expect(rows).toEqual([]);
    });
    await servers.bus.jsm.streams.purge('READS');
    const before = await usage(key);
    expect(before).toMatchObject({ total_requests: 3, requests_today: 3, recent_requests: { length: 3 } });
    await read(key);
    expect(await usage(key)).toEqual(before);
    await rebuilt();
    expect(await usage(key)).toEqual(before);
    await servers.bus.jsm.streams.purge('READS');
    await rebuilt();
    expect(await usage(key)).toEqual(before);
  });

  it('are those of the first roll-up of their day, whatever another counts', async () => {
    const key = aKey();
    await read(key, { endpoint: '/usage' });
    await usage(key);
    const publishRollUp = async (requests: Record<string, number>, again = '') => {
      const recent = [{ ...aReadAnswered(++numbers).data, endpoint: '/images' }];
      const data = { key_id: key, partition: '07', day: '2026-03-04', requests, recent };
      const event = createEvent(readsRolledUp, '/services/usage', DUE, data);
      await publish(servers.bus, { ...event, id: `${event.id}${again}` });
    };
    await publishRollUp({ '/images': 5 });
    await publishRollUp({ '/images': 9 }, '/again');
    await rolledUp(key);
    await rebuilt();
    expect(await usage(key)).toMatchObject({
      total_requests: 5,
      requests_today: 5,
      requests_by_endpoint: { '/images': 5 },
      recent_requests: [{ endpoint: '/images' }],
    });
  });
});

const DAYS = { from: '2026-03-01', to: '2026-03-31' };
/** Rows as `day endpoint requests refused failed`. */
const days = async (key_ids: string[], asked: Partial<typeof DAYS> = {}) => {
  const reply = await ask(servers.bus, readUsageDays, { key_ids, ...DAYS, ...asked, after: null });
  return reply.days.map(
    ({ key_id, day, endpoint, requests, refused, failed }) =>
      `${key_ids.indexOf(key_id)} ${day.slice(8)} ${endpoint} ${requests} ${refused} ${failed}`,
  );
};

describe('usage by day', () => {
  it('is by day, key, endpoint and outcome, of the keys and days that are asked for', async () => {
    const keys = [aKey(), aKey()];
    const [one = '', two = ''] = keys;
    for (const status of [200, 429, 400, 503]) await answered(one, { status, answered_by: 'gateway' });
    await answered(one, { received_at: '2026-03-05T00:00:00.000Z' });
    await answered(one, { received_at: '2026-04-01T00:00:00.000Z' });
    await read(two, { endpoint: '/images/:id', status: 404 });
    await read(two, { endpoint: '/images/:id' });
    await read(aKey());
    const all = ['0 04 /try_on_outfit 4 2 1', '1 04 /images/:id 2 1 0', '0 05 /try_on_outfit 1 0 0'];
    expect((await days(keys)).toSorted()).toEqual(all.toSorted());
    expect((await days(keys)).at(-1)).toBe(all[2]);
    expect(await days([one], { from: '2026-03-05', to: '2026-03-05' })).toEqual(all.slice(2));
    expect(await days([])).toEqual([]);
  });

  it('has the outcomes of reads, also of those counted together, before and behind their roll-up, and rebuilt', async () => {
    const key = aKey();
    for (const status of [200, 404, 404, 503]) await read(key, { endpoint: '/images/:id', status, user_id: 'bob' });
    const counts = {
      requests: { '/jobs/:id': 9, '/jobs': 2 },
      refused: { '/jobs/:id': 3 },
      failed: { '/jobs/:id': 1 },
    };
    const minute = '2026-03-04T10:00:00.000Z';
    await publish(
      servers.bus,
      countReads({ key_id: key, user_id: 'bob', gateway: 'g', minute, ...counts }, testTime()),
    );
    const before = await days([key]);
    expect(before).toEqual(['0 04 /images/:id 4 2 1', '0 04 /jobs 2 0 0', '0 04 /jobs/:id 9 3 1']);
    const total = await usage(key);
    await rollUp();
    expect(await rolledUp(key)).toEqual(['2026-03-04']);
    expect([await days([key]), await usage(key)]).toEqual([before, total]);
    const message = await servers.bus.jsm.streams.getMessage('EVENTS', { last_by_subj: 'styling.usage.rolled_up.00' });
    expect(message?.json<ReadsRolledUp>().data).toMatchObject({
      requests: { '/images/:id': 4, '/jobs': 2, '/jobs/:id': 9 },
      refused: { '/images/:id': 2, '/jobs/:id': 3 },
      failed: { '/images/:id': 1, '/jobs/:id': 1 },
    });
    await servers.bus.jsm.streams.purge('READS');
    await rebuilt();
    expect(await days([key])).toEqual(before);
  });

  it('given events of a version that knew no outcomes, then reads count as succeeded', async () => {
    const key = aKey();
    const without = <Event extends { data: object }>({ data, ...event }: Event) => {
      const { refused: _, failed: __, ...known } = data as Record<string, unknown>;
      return { ...event, data: known } as unknown as Event;
    };
    const minute = '2026-03-04T10:00:00.000Z';
    const counted = countReads(
      { key_id: key, user_id: 'bob', gateway: 'g', minute, requests: { '/jobs': 2 } },
      testTime(),
    );
    await publish(servers.bus, without(counted));
    expect(await days([key])).toEqual(['0 04 /jobs 2 0 0']);
    const data = { key_id: key, partition: '07', day: '2026-03-04', requests: { '/jobs': 3 }, recent: [] };
    await publish(servers.bus, without(createEvent(readsRolledUp, '/services/usage', DUE, data)));
    await rolledUp(key);
    expect(await days([key])).toEqual(['0 04 /jobs 3 0 0']);
  });

  it('comes in pages that begin where the last one ended', async () => {
    const own = connectDatabase({ url: servers.postgres.url, schema: 'paged', log: silentLogger() });
    await migrate(own, 'paged', MIGRATIONS);
    const key_ids = [testId('key', 900_001), testId('key', 900_002)];
    await sql`insert into key_day
      select key, '2026-03-01'::date + d, '/e' || e, 1, 0, 0 from unnest(${key_ids}::text[]) as key,
        generate_series(0, 29) as d, generate_series(1, 40) as e`.execute(own);
    const first = await usageDays(own, { ...DAYS, key_ids, after: null });
    const second = await usageDays(own, { ...DAYS, key_ids, after: first.value.at(-1) ?? null });
    await own.destroy();
    expect([first.value.length, second.value.length]).toEqual([KEY_DAYS_AT_ONCE, 400]);
    const rows = [...first.value, ...second.value];
    expect(new Set(rows.map(({ key_id, day, endpoint }) => `${key_id} ${day} ${endpoint}`)).size).toBe(2_400);
    expect(rows.map(({ day }) => day)).toEqual(rows.map(({ day }) => day).toSorted());
  });
});

describe('the rows', () => {
  it('follow from the set of events, whichever stream is read first', async () => {
    const one = aKey();
    const reads = ['11', '12', '13'].map((hour) =>
      aReadAnswered(++numbers, { key_id: one, received_at: testTime(`${hour}:00:00.000`).toISOString() }),
    );
    const { request_id, endpoint, received_at, latency_ms, status } = aReadAnswered(numbers, {
      key_id: one,
      received_at: testTime('13:00:00.000').toISOString(),
    }).data;
    const rolled = createEvent(readsRolledUp, '/services/usage', DUE, {
      key_id: one,
      partition: '07',
      day: '2026-03-04',
      requests: { '/images': 2 },
      recent: [{ request_id, endpoint, received_at, latency_ms, status }],
    });
    const counted = aRequestCompleted(++numbers, { key_id: one });
    const events = [...reads, rolled, counted];
    const dumps = new Set<string>();
    const own = connectDatabase({ url: servers.postgres.url, schema: 'orders', log: silentLogger() });
    await migrate(own, 'orders', MIGRATIONS);
    for (const order of [events, events.toReversed(), [counted, rolled, ...reads], [...reads, counted, rolled]]) {
      for (const event of order) {
        await own.transaction().execute((trx) => usageProjection.apply(trx, [{ seq: 1, event }]));
      }
      dumps.add(await dump(own, usageProjection.tables));
      for (const table of usageProjection.tables) await sql`truncate ${sql.table(table)}`.execute(own);
    }
    await own.destroy();
    expect(dumps.size).toBe(1);
    expect([...dumps][0]).toContain(request_id);
  });
});
