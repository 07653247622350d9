import { connectDatabase } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServers, type TestServers } from './servers.ts';

const hostOf = (url: string) => new URL(url).host;
const namesOf = async ({ bus }: TestServers) => (await Array.fromAsync(bus.jsm.streams.names())).sort();
const ask = async <Row>({ postgres }: TestServers, statement: string) => {
  const db = connectDatabase({ url: postgres.url, schema: 'public', log: silentLogger() });
  return (
    await sql
      .raw<Row>(statement)
      .execute(db)
      .finally(() => db.destroy())
  ).rows;
};

test('given servers that were given back, then the next file has the same ones, with nothing of before', async () => {
  const first = await startTestServers();
  await ask(first, 'create table left_behind ()');
  await ask(first, "alter role current_user set timezone to 'Asia/Tokyo'");
  const streams = await namesOf(first);
  await first.bus.jsm.streams.add({ name: 'LEFT', subjects: ['left.behind'] });
  await first.stop();

  const second = await startTestServers();
  expect([hostOf(second.postgres.url), second.nats.url]).toEqual([hostOf(first.postgres.url), first.nats.url]);
  expect(second.postgres.url).not.toBe(first.postgres.url);
  expect(await namesOf(second)).toEqual(streams);
  expect(await ask(second, "select tablename from pg_tables where schemaname = 'public'")).toEqual([]);
  expect(await ask(second, 'show timezone')).not.toEqual([{ TimeZone: 'Asia/Tokyo' }]);
  await second.stop();
});

test('given servers that were restarted or killed, then the next file has other ones', async () => {
  const first = await startTestServers();
  await first.postgres.kill();
  await first.nats.kill();
  await first.nats.restart();
  await first.stop();
  const second = await startTestServers();
  expect(hostOf(second.postgres.url)).not.toBe(hostOf(first.postgres.url));
  expect(second.nats.url).not.toBe(first.nats.url);
  await second.stop();
});
