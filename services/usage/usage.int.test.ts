import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import { readUsage } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { dump, rebuild } from '@styling/projections';
import type { Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import { aRequestCompleted, startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUsage } from './service.ts';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
let servers: TestServers;
let db: Kysely<UsageTables>;
let replicas: Running[];

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'usage', log: silentLogger() });
  await migrate(db, 'usage', MIGRATIONS);
  replicas = [
    await startUsage({ bus: await servers.connect('usage-1'), db, clock: testTime, log: silentLogger() }),
    await startUsage({ bus: await servers.connect('usage-2'), db, clock: testTime, log: silentLogger() }),
  ];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await db.destroy();
  await servers.stop();
});

let numbers = 0;
const aKey = () => testId('key', ++numbers);
const answered = async (key_id: string, data: Parameters<typeof aRequestCompleted>[1] = {}) => {
  const event = aRequestCompleted(++numbers, { key_id, ...data });
  await publish(servers.bus, event);
  return event;
};
const usage = (key_id: string, today = '2026-03-04') => ask(servers.bus, readUsage, { key_id, today });

describe('usage', () => {
  it('of a new key is nothing', async () => {
    expect(await usage(aKey())).toEqual({
      total_requests: 0,
      requests_by_endpoint: {},
      requests_today: 0,
      recent_requests: [],
    });
  });

  it('counts an answered request at once, on every replica', async () => {
    const key = aKey();
    for (let round = 1; round <= 20; round++) {
      await answered(key);
      expect((await usage(key)).total_requests).toBe(round);
    }
  });

  it('given many questions at the same moment, answers each with its own', async () => {
    const keys = [aKey(), aKey(), aKey()];
    const answers = async (count: number, key: string) => {
      for (let done = 0; done < count; done++) await answered(key);
    };
    await Promise.all(keys.map((key, count) => answers(count, key)));
    const reports = await Promise.all([...keys, ...keys.toReversed()].map((key) => usage(key)));
    expect(reports.map(({ total_requests }) => total_requests)).toEqual([0, 1, 2, 2, 1, 0]);
    expect(reports.map(({ recent_requests }) => recent_requests.length)).toEqual([0, 1, 2, 2, 1, 0]);
  });

  it('counts by key and by endpoint template', async () => {
    const [key, other] = [aKey(), aKey()];
    await answered(key, { endpoint: '/images/:id', answered_by: 'gateway' });
    await answered(key, { endpoint: '/images/:id', answered_by: 'gateway', status: 404 });
    await answered(key, { endpoint: '/style_me', answered_by: 'style' });
    await answered(other);
    expect(await usage(key)).toMatchObject({
      total_requests: 3,
      requests_by_endpoint: { '/images/:id': 2, '/style_me': 1 },
    });
  });

  it('counts refused and failed requests too', async () => {
    const key = aKey();
    for (const status of [400, 429, 500, 504]) await answered(key, { status, answered_by: 'gateway' });
    const report = await usage(key);
    expect(report.total_requests).toBe(4);
    expect(report.recent_requests.map(({ status }) => status)).toEqual([504, 500, 429, 400]);
  });

  it('counts by the UTC day of arrival', async () => {
    const key = aKey();
    await answered(key, { received_at: '2026-03-03T23:59:59.999Z' });
    await answered(key, { received_at: '2026-03-04T00:00:00.000Z' });
    expect((await usage(key)).requests_today).toBe(1);
    expect((await usage(key, '2026-03-05')).requests_today).toBe(0);
    expect((await usage(key)).total_requests).toBe(2);
  });

  it('lists the last 20 requests, newest arrival first', async () => {
    const key = aKey();
    for (let second = 0; second < 25; second++) {
      const received_at = testTime(`10:00:${String((second * 7) % 25).padStart(2, '0')}.000`).toISOString();
      await answered(key, { received_at, latency_ms: second });
    }
    const { recent_requests } = await usage(key);
    expect(recent_requests).toHaveLength(20);
    expect(recent_requests[0]).toMatchObject({ timestamp: '2026-03-04T10:00:24.000Z', endpoint: '/try_on_outfit' });
    const moments = recent_requests.map(({ timestamp }) => timestamp);
    expect(moments).toEqual(moments.toSorted().toReversed());
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

  it('comes out of the log the same, to the byte', async () => {
    await usage(aKey());
    const before = await dump(db, usageProjection.tables);
    const options = { url: servers.postgres.url, schema: 'usage', migrations: MIGRATIONS, log: silentLogger() };
    expect(await rebuild(servers.bus, usageProjection, options)).toMatchObject({ identical: true });
    expect(await dump(db, usageProjection.tables)).toBe(before);
    const key = aKey();
    await answered(key);
    expect((await usage(key)).total_requests).toBe(1);
  });
});
