import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { silentLogger, startTelemetry } from '@styling/telemetry';
import { startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase } from './connect.ts';
import { migrate } from './migrate.ts';
import { reachDatabase, sharedStatement } from './reach-database.ts';

type Tables = { thing: { id: number; day: string; big: number } };
let servers: TestServers;
let folder: string;
const open: Kysely<Tables>[] = [];

beforeAll(async () => {
  servers = await startTestServers();
  folder = await mkdtemp(join(fileURLToPath(new URL('.', import.meta.url)), '.migrations-'));
  await writeFile(
    join(folder, '0001-things.ts'),
    `import type { Kysely } from 'kysely';
     export const up = (db: Kysely<unknown>) => db.schema.createTable('thing').addColumn('id', 'integer')
       .addColumn('day', 'date').addColumn('big', 'bigint').execute();`,
  );
});
afterAll(async () => {
  await Promise.all(open.map((db) => db.destroy()));
  await rm(folder, { recursive: true, force: true });
  await servers.stop();
});
const connect = (schema: string, url = servers.postgres.url, plansOnce = false) => {
  const db = connectDatabase<Tables>({ url, schema, log: silentLogger(), plansOnce });
  open.push(db);
  return db;
};

describe('migrations', () => {
  it('given four processes at once, run once', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(connect('raced'), 'raced', folder)));
    expect(runs.flat()).toEqual(['0001-things']);
    expect(await migrate(connect('raced'), 'raced', folder)).toEqual([]);
  });

  it('use one schema per service', async () => {
    await migrate(connect('one'), 'one', folder);
    await migrate(connect('two'), 'two', folder);
    await connect('one').insertInto('thing').values({ id: 1, day: '2026-03-04', big: 5 }).execute();
    expect(await connect('two').selectFrom('thing').selectAll().execute()).toEqual([]);
  });

  it('name the failed one and roll it back', async () => {
    const broken = await mkdtemp(`${folder}-broken-`);
    await writeFile(join(broken, '0001-broken.ts'), `export const up = () => { throw new Error('no'); };`);
    await expect(migrate(connect('broken'), 'broken', broken)).rejects.toThrow('migration 0001-broken failed');
    await rm(broken, { recursive: true });
  });
});

describe('rows', () => {
  it('return days as text and big numbers as numbers', async () => {
    await migrate(connect('types'), 'types', folder);
    await connect('types')
      .insertInto('thing')
      .values({ id: 1, day: '2026-03-04', big: 9_007_199_254_740_991 })
      .execute();
    expect(await connect('types').selectFrom('thing').selectAll().execute()).toEqual([
      { id: 1, day: '2026-03-04', big: 9_007_199_254_740_991 },
    ]);
  });
});

describe('metrics', () => {
  it('record durations by the first word, and the type of failure, but not the text', async () => {
    const telemetry = await startTelemetry('test', false);
    const db = connect('types');
    await sql`select 'a secret'`.execute(db);
    await sql`with one as (select 1) select * from one`.execute(db);
    await sql`vacuum`.execute(db);
    await db.transaction().execute((trx) => sql`select 1`.execute(trx));
    const undone = db.transaction().execute(() => Promise.reject(new Error('undone')));
    await expect(undone).rejects.toThrow('undone');
    await expect(sql`select * from nothing`.execute(db)).rejects.toThrow();
    const told = await telemetry.metricsText();
    await telemetry.stop();
    const counts = told.match(/(?<=client_operation_duration_seconds_count){.*/g)?.toSorted();
    expect(counts).toEqual(
      [
        '{db_system_name="postgresql",db_operation_name="BEGIN"} 2',
        '{db_system_name="postgresql",db_operation_name="COMMIT"} 1',
        '{db_system_name="postgresql",db_operation_name="OTHER"} 1',
        '{db_system_name="postgresql",db_operation_name="ROLLBACK"} 1',
        '{db_system_name="postgresql",db_operation_name="SELECT"} 2',
        '{db_system_name="postgresql",db_operation_name="SELECT",error_type="42P01"} 1',
        '{db_system_name="postgresql",db_operation_name="WITH"} 1',
      ].toSorted(),
    );
    expect(told).not.toContain('a secret');
  });
});

describe('reaching the database', () => {
  it('given no server, throws unavailable', async () => {
    const away = connect('away', 'postgres://a:b@127.0.0.1:1/c');
    await expect(reachDatabase(() => sql`select 1`.execute(away))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('given no server, throws it for all requests that share a statement', async () => {
    const away = connect('away', 'postgres://a:b@127.0.0.1:1/c');
    const one = sharedStatement(async (asked: readonly number[]) => {
      await sql`select 1`.execute(away);
      return asked;
    });
    const told = await Promise.allSettled([one(1), one(2)]);
    expect(told).toMatchObject([{ reason: { code: 'unavailable' } }, { reason: { code: 'unavailable' } }]);
  });

  it('given a connection cut while in use, throws unavailable and reconnects', async () => {
    const db = connect('types');
    const cut = reachDatabase(() => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
    await expect(cut).rejects.toMatchObject({ code: 'unavailable' });
    const again = () => reachDatabase(() => sql<{ one: number }>`select 1 as one`.execute(db)).catch(() => undefined);
    await expect.poll(async () => (await again())?.rows).toEqual([{ one: 1 }]);
  });

  it('given an invalid query, throws its error unchanged', async () => {
    const wrong = reachDatabase(() => sql`select * from nothing`.execute(connect('types')));
    await expect(wrong).rejects.toThrow(/relation "nothing" does not exist/);
  });
});
