import { connectDatabase, provisionRole, withAccount } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { swapTables, tablesAreIdentical } from './rebuild.ts';

let servers: TestServers;
let db: Kysely<unknown>;
beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'public', log: silentLogger() });
  for (const schema of ['one', 'other']) {
    await sql`create schema ${sql.id(schema)}`.execute(db);
    await sql`create table ${sql.id(schema, 'kept')} (id integer primary key, until timestamptz)`.execute(db);
  }
});
afterAll(async () => {
  await db.destroy();
  await servers.stop();
});

const MOMENT = '2026-03-04T05:06:07Z';

it.each([
  ['equal rows, in another order', "(1, null), (2, '2026-03-04T06:06:07+01')", true],
  ['nothing where there is a value', '(1, null), (2, null)', false],
  ['a value where there is nothing', `(1, '${MOMENT}'), (2, '${MOMENT}')`, false],
  ['a row less', '(1, null)', false],
  ['a row more', `(1, null), (2, '${MOMENT}'), (3, null)`, false],
])('given %s, then tables are compared as they are', async (_, rows, identical) => {
  for (const schema of ['one', 'other']) await sql`truncate ${sql.id(schema, 'kept')}`.execute(db);
  await sql`insert into one.kept values (2, ${MOMENT}), (1, null)`.execute(db);
  await sql`insert into other.kept values ${sql.raw(rows)}`.execute(db);
  const compared = db.transaction().execute((trx) => tablesAreIdentical(trx, 'one', 'other', ['kept']));
  expect(await compared).toBe(identical);
});

it("given a role of the live schema, when tables are swapped, then it may use the new ones, and no others' role", async () => {
  const [ofOne, ofOther] = [await provisionRole(db, 'one', 'secret'), await provisionRole(db, 'other', 'secret')];
  await sql`insert into other.kept values (7, null)`.execute(db);
  await db.transaction().execute((trx) => swapTables(trx, 'one', 'other', ['kept']));
  const idsSeenBy = async (role = '') => {
    const options = { schema: 'one', log: silentLogger(), connections: 1 };
    const own = connectDatabase({ url: withAccount(servers.postgres.url, role, 'secret'), ...options });
    const { rows } = await sql<{ id: number }>`select id from one.kept`.execute(own).finally(() => own.destroy());
    return rows.map(({ id }) => id);
  };
  expect(await idsSeenBy(ofOne)).toContain(7);
  await expect(idsSeenBy(ofOther)).rejects.toThrow('permission denied for schema one');
});

it('given a query that never ends on the tables, then the swap gives up, and later ones do not wait for it', async () => {
  const reading = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const reader = db.transaction().execute(async (trx) => {
    await sql`select from one.kept`.execute(trx);
    reading.resolve();
    await held.promise;
  });
  await reading.promise;
  const giveUp = setTimeout(held.resolve, 20_000);
  const swapping = db.transaction().execute((trx) => swapTables(trx, 'one', 'other', ['kept'], 50));
  await expect(swapping).rejects.toThrow('lock timeout');
  clearTimeout(giveUp);
  held.resolve();
  await reader;
  expect((await sql`select from one.kept`.execute(db)).rows).not.toEqual([]);
});
