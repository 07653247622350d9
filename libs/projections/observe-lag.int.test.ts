import { fileURLToPath } from 'node:url';
import { type Bus, publish } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger, startTelemetry, type Telemetry } from '@styling/telemetry';
import { anImageCreated, startTestServers, type TestServers } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { whileLeading } from './leadership.ts';
import { runProjection } from './run-projection.ts';

// What the metrics report about a read model that stands still, for each of the reasons why it may.

const LIMIT = { timeout: 30_000, interval: 50 };
const log = silentLogger();
const projection = { name: 'idle', sources: ['styling.image.>'], tables: ['tally'], apply: async () => {} };
let servers: TestServers;
let bus: Bus;
let db: Kysely<unknown>;
let telemetry: Telemetry;
let published = 0;

beforeAll(async () => {
  [servers, telemetry] = await Promise.all([startTestServers(), startTelemetry('test', false)]);
  bus = await servers.connect('test', { apiTimeoutMs: 500 });
  db = connectDatabase({ url: servers.postgres.url, schema: 'idle', log });
  await migrate(db, 'idle', fileURLToPath(new URL('./tables.fixture', import.meta.url)));
});
afterAll(async () => {
  await telemetry.stop();
  await db.destroy();
  await servers.stop();
});

const say = () => publish(servers.bus, anImageCreated(++published), { timeoutMs: 20_000 });

/** What `GET /metrics` answers: events and seconds; undefined for a metric that is absent. */
async function reported() {
  const text = await telemetry.metricsText();
  const read = (metric: string) => new RegExp(`^styling_projection_lag_${metric}{.*} (.*)$`, 'm').exec(text)?.[1];
  const [events, seconds] = [read('events'), read('time_seconds')];
  return { events, seconds: seconds && Number(seconds) };
}
const reports = (events: string | undefined) =>
  vi.waitFor(async () => expect(await reported()).toMatchObject({ events }), LIMIT);
const unknown = { events: undefined, seconds: undefined };

async function run() {
  const running = runProjection(bus, db, projection, { log, standbyMs: 50, checkEveryMs: 50 });
  onTestFinished(() => running.stop());
  await vi.waitFor(() => expect(running.active).toBe(true), LIMIT);
  await say();
  await reports('0');
  return running;
}

it('given that no replica leads, then a standby reports a lag that grows', async () => {
  const done = Promise.withResolvers<void>();
  const led = Promise.withResolvers<void>();
  const leading = whileLeading(db, projection.name, () => {
    led.resolve();
    return done.promise;
  });
  await led.promise;
  const standby = runProjection(bus, db, projection, { log, standbyMs: 50, checkEveryMs: 50 });
  onTestFinished(() => standby.stop());
  await say();
  await say();
  const before = await reported();
  expect(before).toMatchObject({ events: '2' });
  await vi.waitFor(async () => expect((await reported()).seconds).toBeGreaterThan(before.seconds as number), LIMIT);
  done.resolve();
  await leading;
  await reports('0');
});

it('given that it was stopped, then it is absent and not up to date', async () => {
  const running = await run();
  await running.stop();
  await say();
  expect(await reported()).toEqual(unknown);
});

it.each(['postgres', 'nats'] as const)('given that %s is down, then it is absent until it is back', async (name) => {
  await run();
  await servers[name].kill();
  await vi.waitFor(async () => expect(await reported()).toEqual(unknown), LIMIT);
  await (name === 'nats' ? servers.nats.restart() : servers.postgres.start());
  await say();
  await reports('0');
});
