import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger } from '@styling/telemetry';
import { findPgBouncer, startPgBouncer, startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';

type Tables = { thing: { id: number; note: string } };

const command = await findPgBouncer('a connection pooler before Postgres');
let servers: TestServers;
let migrations: string;
beforeAll(async () => {
  servers = await startTestServers();
  migrations = await mkdtemp(join(fileURLToPath(new URL('.', import.meta.url)), '.migrations-'));
  await writeFile(
    join(migrations, '0001-things.ts'),
    `export const up = (db) => db.schema.createTable('thing')
       .addColumn('id', 'integer', (id) => id.primaryKey()).addColumn('note', 'text').execute();`,
  );
});
afterAll(async () => {
  await rm(migrations, { recursive: true, force: true });
  await servers?.stop();
});

function connect(url: string, schema: string, connections = 5): Kysely<Tables> {
  const db = connectDatabase<Tables>({ url, schema, log: silentLogger(), connections });
  onTestFinished(() => db.destroy());
  return db;
}
const pooled = (address: string) => {
  const url = new URL(address);
  url.searchParams.set('pgbouncer', 'true');
  return url.href;
};

/** The address of a pooler that has one connection for all, so that any two clients share it. */
async function poolerUrl(settings: Readonly<Record<string, string | number>> = {}): Promise<string> {
  const pooler = await startPgBouncer(command ?? '', servers.postgres.url, { default_pool_size: 1, ...settings });
  onTestFinished(() => pooler.stop());
  return pooler.url;
}

describe.skipIf(!command)('given PgBouncer in transaction mode, and an address that does not say so', () => {
  const names = expect.objectContaining({
    name: 'PoolerError',
    message: expect.stringContaining('add pgbouncer=true'),
  });

  it('when it refuses the settings of a session, then the error says what to do', async () => {
    await expect(sql`select 1`.execute(connect(await poolerUrl(), 'public'))).rejects.toEqual(names);
  });

  it('when it ignores them, then the error says what to do, and nothing is made in another schema', async () => {
    const db = connect(await poolerUrl({ ignore_startup_parameters: 'options' }), 'ignored');
    await expect(migrate(db, 'ignored', migrations)).rejects.toEqual(names);
    const { rows } = await sql`select from pg_tables where tablename = 'thing'`.execute(
      connect(servers.postgres.url, 'public'),
    );
    expect(rows).toEqual([]);
  });
});

describe.each([
  ['PgBouncer in transaction mode', () => poolerUrl()],
  ['Postgres itself', async () => servers.postgres.url],
])('given %s, and an address that says that it is a pooler', (name, address) => {
  const test = it.skipIf(!command && name.startsWith('PgBouncer'));
  const schema = (suffix: string) => `${name.slice(0, 8).toLowerCase()}_${suffix}`;

  test('when two clients use the same statement, then each reads its own schema', async () => {
    const url = pooled(await address());
    const schemas = [schema('one'), schema('two')];
    const clients = schemas.map((each) => connect(url, each));
    for (const [index, db] of clients.entries()) {
      expect(await migrate(db, schemas[index] ?? '', migrations)).toEqual(['0001-things']);
      expect(await migrate(db, schemas[index] ?? '', migrations)).toEqual([]);
      await db
        .insertInto('thing')
        .values({ id: 1, note: schemas[index] ?? '' })
        .execute();
    }
    const read = (db: Kysely<Tables>) => db.selectFrom('thing').select('note').where('id', '=', 1).execute();
    for (let round = 0; round < 3; round++) {
      const found = await Promise.all([...clients, ...clients].map(read));
      expect(found).toEqual([...schemas, ...schemas].map((note) => [{ note }]));
    }
  });

  test('when several migrate at once, then each migration is run once', async () => {
    const url = pooled(await address());
    const runs = [1, 2, 3, 4].map(() => migrate(connect(url, schema('raced')), schema('raced'), migrations));
    expect((await Promise.all(runs)).flat()).toEqual(['0001-things']);
  });

  test('when a migration fails, then it is named, and the next one is not held up', async () => {
    const url = pooled(await address());
    const broken = await mkdtemp(`${migrations}-broken-`);
    onTestFinished(() => rm(broken, { recursive: true }));
    await writeFile(
      join(broken, '0001-broken.ts'),
      `export const up = (db) => db.schema.dropTable('nothing').execute();`,
    );
    const failed = migrate(connect(url, schema('broken')), schema('broken'), broken);
    await expect(failed).rejects.toMatchObject({ message: 'migration 0001-broken failed', cause: { code: '42P01' } });
    expect(await migrate(connect(url, schema('broken')), schema('broken'), migrations)).toEqual(['0001-things']);
  });

  test('when a statement fails, alone or in a transaction, then nothing of it stays, and the next one works', async () => {
    const db = connect(pooled(await address()), schema('failing'), 1);
    await migrate(db, schema('failing'), migrations);
    const twice = sql`insert into thing (id, note) values (${1}, 'a'), (${1}, 'b')`;
    await expect(twice.execute(db)).rejects.toMatchObject({ code: '23505' });
    const undone = db.transaction().execute(async (trx) => {
      await trx.insertInto('thing').values({ id: 2, note: 'c' }).execute();
      await sql`select * from nothing`.execute(trx);
    });
    await expect(undone).rejects.toMatchObject({ code: '42P01' });
    await expect(sql`syntax error`.execute(db)).rejects.toMatchObject({ code: '42601' });
    await db.insertInto('thing').values({ id: 3, note: 'd' }).execute();
    expect(await db.selectFrom('thing').select('id').execute()).toEqual([{ id: 3 }]);
  });

  test('when a transaction is of one snapshot, then it is, and has the settings of every statement', async () => {
    const url = pooled(await address());
    const shown = sql<{ level: string; path: string; cost: string }>`select
      current_setting('transaction_isolation') as level, current_setting('search_path') as path,
      current_setting('random_page_cost') as cost`;
    const db = connect(url, schema('shown'));
    const expected = { path: schema('shown'), cost: '1.1' };
    expect((await shown.execute(db)).rows).toEqual([{ level: 'read committed', ...expected }]);
    const snapshot = db.transaction().setIsolationLevel('repeatable read');
    const { rows } = await snapshot.execute((trx) => shown.execute(trx));
    expect(rows).toEqual([{ level: 'repeatable read', ...expected }]);
  });
});
