import { fileURLToPath } from 'node:url';
import { publish } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger, startTelemetry } from '@styling/telemetry';
import { anAssetCreated, anImageCreated, startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { arrayLiteral } from './array-literal.ts';
import { createCheckpoints, holdCheckpoints, type Positions, readCheckpoints } from './checkpoint.ts';
import { headsOf } from './heads.ts';
import { inStatements } from './in-statements.ts';
import { projectAtOnce } from './project-at-once.ts';
import { type Projection, projectBatch } from './projection.ts';
import { rebuild } from './rebuild.ts';
import { runProjection } from './run-projection.ts';
import { waitForCheckpoint } from './wait-for-checkpoint.ts';

// Batches whose rows take one statement, which moves the checkpoint, too.

type Tables = { taken: { event_id: string; seq: number }; tally: { user_id: string; images: number; chain: string } };
const log = silentLogger();
const migrations = fileURLToPath(new URL('./tables.fixture', import.meta.url));
let servers: TestServers;
let number = 0;
let schema: string;
let db: Kysely<Tables>;
const databases: Kysely<Tables>[] = [];

beforeAll(async () => {
  servers = await startTestServers();
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.destroy()));
  await servers.stop();
});
beforeEach(async () => {
  schema = `once_${++number}`;
  db = connect();
  await migrate(db, schema, migrations);
});

function connect(): Kysely<Tables> {
  const database = connectDatabase<Tables>({ url: servers.postgres.url, schema, log, connections: 6 });
  databases.push(database);
  return database;
}

const sources = () => [`styling.image.*.${schema}.*`, `styling.asset.*.${schema}.*`] as const;

/** Counts each event once; in one statement, in which an event at an odd position fails if `odd` is 'refused'. */
const tally = (odd: 'taken' | 'refused' = 'taken'): Projection<Tables> => ({
  name: schema,
  sources: sources(),
  tables: ['taken', 'tally'],
  ...inStatements((events) => {
    if (events.length === 0) return [];
    const ids = arrayLiteral(events.map(({ event }) => event.id));
    const seqs = arrayLiteral(events.map(({ seq }) => seq));
    return [
      {
        added: sql`
          insert into taken (event_id, seq)
          select id, case when seq % 2 = 1 and ${odd} = 'refused' then null else seq end
          from unnest(${ids}::text[], ${seqs}::bigint[]) as e (id, seq) on conflict do nothing returning seq`,
        counted: sql`
          insert into tally (user_id, images, chain) select ${schema}, count(*), '' from added having count(*) > 0
          on conflict (user_id) do update set images = tally.images + excluded.images`,
      },
    ];
  }),
});

const entry = (seq: number, id = `e${seq}`) => ({ seq, id, event: anImageCreated(seq, { user_id: schema }) });
const at = (first: number, second = 0): Positions => ({ [sources()[0]]: first, [sources()[1]]: second });
const write = (positions: Positions, seq: number, projection = tally(), on = db) =>
  projectAtOnce(on, projection, positions, projection.sources[0] ?? '', [entry(seq)]);
const taken = async () => (await db.selectFrom('taken').select('seq').orderBy('seq').execute()).map(({ seq }) => seq);
const counted = async () => (await db.selectFrom('tally').select('images').executeTakeFirst())?.images ?? 0;

it('given checkpoints where they were left, then rows and checkpoint are written', async () => {
  await createCheckpoints(db, tally());
  expect(await write(at(0), 5)).toEqual({ seq: 5, id: 'e5' });
  expect(await write(at(5), 8)).toEqual({ seq: 8, id: 'e8' });
  expect(await readCheckpoints(db, schema)).toEqual(at(8));
  expect([await taken(), await counted()]).toEqual([[5, 8], 2]);
});

it('given a checkpoint that is elsewhere, of this source or another, or none yet, then nothing is written', async () => {
  expect(await write(at(0), 5)).toBeUndefined();
  await createCheckpoints(db, tally());
  await write(at(0), 5);
  for (const positions of [at(0), at(4), at(6), at(5, 1), {}]) expect(await write(positions, 9)).toBeUndefined();
  expect(await readCheckpoints(db, schema)).toEqual(at(5));
  expect([await taken(), await counted()]).toEqual([[5], 1]);
});

it('given a replica of the version before, which writes the same batch in a transaction, then one of both does', async () => {
  await createCheckpoints(db, tally());
  const other = connect();
  let atOnce = 0;
  for (let seq = 1; seq <= 40; seq++) {
    const before = other
      .transaction()
      .execute((trx) => projectBatch(trx, tally(), sources()[0], seq - 1, [entry(seq)]));
    const [moved, transacted] = await Promise.allSettled([write(at(seq - 1), seq), before]);
    const wrote = moved.status === 'fulfilled' && moved.value !== undefined;
    expect([wrote, transacted.status]).toEqual([wrote, wrote ? 'rejected' : 'fulfilled']);
    if (wrote) atOnce++;
  }
  expect(atOnce).toBeGreaterThan(0);
  expect([(await taken()).length, await counted()]).toEqual([40, 40]);
});

it('given checkpoints that are held, then it is not waited for, with tables locked that the holder may want', async () => {
  await createCheckpoints(db, tally());
  await db.transaction().execute(async (trx) => {
    await holdCheckpoints(trx, schema, tally());
    expect(await write(at(0), 5)).toBeUndefined();
    await sql`set local lock_timeout = '1s'`.execute(trx);
    await sql`lock table taken, tally in access exclusive mode`.execute(trx);
  });
  expect(await write(at(0), 5)).toEqual({ seq: 5, id: 'e5' });
});

it('given rows that fail, then the error is thrown and the checkpoint stays', async () => {
  await createCheckpoints(db, tally());
  await expect(write(at(0), 5, tally('refused'))).rejects.toMatchObject({ code: '23502' });
  expect(await readCheckpoints(db, schema)).toEqual(at(0));
  expect(await write(at(0), 6, tally('refused'))).toEqual({ seq: 6, id: 'e6' });
});

it('given events that change nothing, then the checkpoint moves alone; given rows of two statements, then neither', async () => {
  await createCheckpoints(db, tally());
  const source = sources()[0];
  expect(await projectAtOnce(db, tally(), at(0), source, [{ seq: 3, event: null }])).toEqual({ seq: 3, id: null });
  const twice = {
    ...tally(),
    ...inStatements<Tables>(async (events) => [(await tally().atOnce?.(events, db)) ?? {}, {}]),
  };
  expect(await write(at(3), 4, twice)).toBeUndefined();
  expect([await readCheckpoints(db, schema), await taken()]).toEqual([at(3), []]);
});

it('given a fold that reads rows first, then what it writes follows from those at the checkpoint, whoever writes between', async () => {
  const chained: Projection<Tables> = {
    ...tally(),
    ...inStatements<Tables>(async (events, on) => {
      const before = await on.selectFrom('tally').select('chain').executeTakeFirst();
      const chain = [before?.chain ?? '', ...events.map(({ seq }) => seq)].join(' ');
      return [
        {
          chained: sql`insert into tally (user_id, images, chain) values (${schema}, 0, ${chain})
            on conflict (user_id) do update set chain = excluded.chain`,
        },
      ];
    }),
  };
  await createCheckpoints(db, chained);
  const other = connect();
  for (let seq = 1; seq <= 40; seq++) {
    const elsewhere = other
      .transaction()
      .execute((trx) => projectBatch(trx, chained, sources()[0], seq - 1, [entry(seq)]));
    await Promise.allSettled([write(at(seq - 1), seq, chained), elsewhere]);
  }
  const { chain } = await db.selectFrom('tally').select('chain').executeTakeFirstOrThrow();
  expect(chain).toBe(Array.from({ length: 40 }, (_, index) => ` ${index + 1}`).join(''));
});

const say = async (count: number, source: 0 | 1 = 0) => {
  const made = source === 0 ? anImageCreated : anAssetCreated;
  for (let i = 0; i < count; i++) await publish(servers.bus, made(++number, { user_id: schema }));
};
const caughtUp = async () =>
  waitForCheckpoint(db, schema, await headsOf(servers.bus, sources()), { timeoutMs: 20_000 });
function run(lingerMs = 0) {
  const running = runProjection(servers.bus, db, tally(), { log, standbyMs: 50, lingerMs });
  onTestFinished(() => running.stop());
  return running;
}

it('given two sources at once, then each batch is one round trip, and none is a transaction', async () => {
  const telemetry = await startTelemetry('test', false);
  onTestFinished(() => telemetry.stop());
  run();
  await Promise.all([say(30, 0), say(30, 1)]);
  await caughtUp();
  expect(await counted()).toBe(60);
  const text = await telemetry.metricsText();
  const count = (operation: string) =>
    Number(new RegExp(`duration_seconds_count{[^}]*db_operation_name="${operation}"} (\\d+)`).exec(text)?.[1] ?? 0);
  expect(count('WITH')).toBeGreaterThan(0);
  expect(count('WITH')).toBeLessThanOrEqual(60);
  expect(count('BEGIN')).toBe(0);
});

it('given a long linger, then a reader who waits does not wait for it, at the active replica or at another', async () => {
  const leader = run(600_000);
  await vi.waitFor(() => expect(leader.active).toBe(true), { timeout: 10_000 });
  const standby = run(600_000);
  await say(1);
  await caughtUp();
  for (let round = 2; round <= 7; round++) {
    await say(1);
    const heads = await headsOf(servers.bus, sources());
    const read = async () => ({ value: await counted(), checkpoints: await readCheckpoints(db, schema) });
    expect(await (round % 2 === 0 ? leader : standby).asOf(heads, read)).toBe(round);
  }
  expect(standby.active).toBe(false);
});

it('given rebuilds while it projects, then tables stay identical and nothing is lost, doubled or waits for ever', async () => {
  run();
  const saying = Promise.all([say(400, 0), say(400, 1)]);
  const options = { url: servers.postgres.url, schema, migrations, log };
  for (let round = 0; round < 4; round++) {
    expect((await rebuild(servers.bus, tally(), options)).identical).not.toBe(false);
  }
  await saying;
  await caughtUp();
  expect([(await taken()).length, await counted()]).toEqual([800, 800]);
});
