import { fileURLToPath } from 'node:url';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { aRequestCompleted, startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up as first } from '../migrations/0001-gateway.ts';
import { up as second } from '../migrations/0002-releases.ts';
import { tablesOf } from '../tables.fixture.ts';
import { aCandidate, release } from './admission.fixture.ts';
import { admit } from './admission.ts';

// Gateways of the version before know one slot a user, in `admission`, and run beside new ones while they are replaced.

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
let servers: TestServers;
let db: Kysely<unknown>;

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'gateway', log: silentLogger() });
  await sql`create schema gateway`.execute(db);
  const provider = { getMigrations: async () => ({ '0001-gateway': { up: first }, '0002-releases': { up: second } }) };
  const { error } = await new Migrator({ db, migrationTableSchema: 'gateway', provider }).migrateToLatest();
  if (error) throw error;
  for (const [index, user] of ['alice', 'bob', 'carol'].entries()) await admitAsBefore(index, user);
  await releaseAsBefore(2, 'carol', 0);
  expect((await migrate(db, 'gateway', MIGRATIONS))[0]).toBe('0003-slots-and-limits');
});
afterAll(async () => {
  await db.destroy();
  await servers.stop();
});

/** The statement of the version before. @returns whether it admitted */
async function admitAsBefore(number: number, user: string): Promise<boolean> {
  const { key_id, endpoint, received_at, deadline } = aCandidate(number, user);
  const { rows } = await sql`
    insert into admission as a (user_id, day, used, request_id, key_id, endpoint, received_at, deadline)
    values (${user}, '2026-03-04', 1, ${testId('req', number)}, ${key_id}, ${endpoint}, ${received_at}, ${deadline})
    on conflict (user_id) do update set
      day = greatest(a.day, excluded.day),
      used = case when a.day >= excluded.day then a.used else 0 end + 1,
      request_id = excluded.request_id, key_id = excluded.key_id, endpoint = excluded.endpoint,
      received_at = excluded.received_at, deadline = excluded.deadline
    where a.request_id is null and (a.day < excluded.day or a.used < 20)
    returning a.user_id, a.used`.execute(db);
  return rows.length > 0;
}

async function releaseAsBefore(number: number, user: string, refund: number): Promise<boolean> {
  const { rows } = await sql`
    update admission set request_id = null, key_id = null, endpoint = null, received_at = null, deadline = null,
      used = used - ${refund}::int
    where user_id = ${user} and request_id = ${testId('req', number)} returning user_id`.execute(db);
  return rows.length > 0;
}

const admitNow = async (number: number, user: string, cost = 1) => {
  const [judgement] = await admit(db, [{ ...aCandidate(number, user), cost }], testTime(), 20);
  return judgement?.outcome;
};
const releaseNow = (number: number, user_id: string, status = 200) =>
  release(db, aRequestCompleted(number, { user_id, status }).data);
const state = async (user: string) => {
  const row = await tablesOf(db).selectFrom('admission').selectAll().where('user_id', '=', user).executeTakeFirst();
  const running = await tablesOf(db).selectFrom('running').select('request_id').where('user_id', '=', user).execute();
  return { used: row?.used, running: row?.running, ids: running.map(({ request_id }) => request_id) };
};

it('given requests that run while the tables are migrated, then they keep their slots, and end by either version', async () => {
  expect(await state('alice')).toEqual({ used: 1, running: 1, ids: [testId('req', 0)] });
  expect(await admitNow(10, 'alice')).toBe('in_progress');
  expect(await admitAsBefore(10, 'alice')).toBe(false);
  expect(await releaseNow(0, 'alice', 500)).toBe(true);
  expect(await state('alice')).toEqual({ used: 0, running: 0, ids: [] });
  expect(await releaseAsBefore(0, 'alice', 1)).toBe(false);
  expect(await releaseAsBefore(1, 'bob', 0)).toBe(true);
  expect(await state('bob')).toEqual({ used: 1, running: 0, ids: [] });
  expect(await releaseNow(1, 'bob', 500)).toBe(false);
  expect(await state('carol')).toEqual({ used: 1, running: 0, ids: [] });
});

it.each(['carol', 'dora'])(
  'given both versions at work for %s, then one request runs at a time, and each is counted once',
  async (user) => {
    const used = (await state(user)).used ?? 0;
    expect(await admitAsBefore(20, user)).toBe(true);
    expect(await state(user)).toEqual({ used: used + 1, running: 1, ids: [testId('req', 20)] });
    expect(await admitNow(21, user)).toBe('in_progress');
    expect(await releaseNow(20, user)).toBe(true);
    expect(await admitNow(22, user)).toBe('admitted');
    expect(await admitAsBefore(23, user)).toBe(false);
    expect(await releaseAsBefore(22, user, 1)).toBe(true);
    expect(await state(user)).toEqual({ used: used + 1, running: 0, ids: [] });
    expect(await admitAsBefore(24, user)).toBe(true);
    expect(await releaseAsBefore(24, user, 0)).toBe(true);
    expect(await releaseNow(24, user)).toBe(false);
    expect(await state(user)).toEqual({ used: used + 2, running: 0, ids: [] });
  },
);
