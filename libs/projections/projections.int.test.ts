import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Bus, createStreams, publish } from '@styling/bus';
import { DEAD_LETTERS_STREAM, EVENTS_STREAM, subjects } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger, startTelemetry } from '@styling/telemetry';
import { anImageCreated, dump, startRestartableNats, startTestServers, type TestServers } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { headsOf, waitForCheckpoint, waitForHeads } from './progress.ts';
import {
  type AsOf,
  checkpointsOf,
  type Projection,
  projectBatch,
  readCheckpoints,
  StaleCheckpointError,
} from './projection.ts';
import { rebuild, removeAbandonedRebuild } from './rebuild.ts';
import { type RunningProjection, runProjection } from './run-projection.ts';

type Tables = {
  taken: { event_id: string; seq: number };
  tally: { user_id: string; images: number; chain: string };
};

const LIMIT = { timeout: 30_000, interval: 20 };
const TABLES = ['taken', 'tally'];
const log = silentLogger();
/** Looks more often than in production: each look is short. */
const OFTEN = { log, standbyMs: 50, checkEveryMs: 100 };
const migrations = fileURLToPath(new URL('./tables.fixture', import.meta.url));
const link = (chain: string, id: string) =>
  createHash('md5')
    .update(chain + id)
    .digest('hex');

let servers: TestServers;
let number = 0;
let user: string;
let schema: string;
let db: Kysely<Tables>;
let admin: Kysely<Tables>;
let running: RunningProjection[] = [];
const databases: Kysely<Tables>[] = [];

beforeAll(async () => {
  servers = await startTestServers();
  admin = connect('public');
});
beforeEach(async () => {
  user = `user${++number}`;
  schema = `test_${number}`;
  db = connect();
  await migrate(db, schema, migrations);
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  running = [];
});
afterAll(async () => {
  await Promise.all(databases.map((one) => one.destroy()));
  await servers.stop();
});

/** A replica's own pool. */
function connect(inSchema = schema): Kysely<Tables> {
  const database = connectDatabase<Tables>({ url: servers.postgres.url, schema: inSchema, log, connections: 4 });
  databases.push(database);
  return database;
}

/** Counts images of this test's user, and chains their ids so that a different order shows. */
function tally(onBatch: (events: number) => void = () => {}): Projection<Tables> {
  return {
    name: schema,
    sources: [`styling.image.*.${user}.*`],
    tables: TABLES,
    async apply(trx, events) {
      onBatch(events.length);
      for (const { seq, event } of events) {
        const taken = await trx
          .insertInto('taken')
          .values({ event_id: event.id, seq })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (taken.numInsertedOrUpdatedRows === 0n) continue;
        await trx
          .insertInto('tally')
          .values({ user_id: user, images: 1, chain: link('', event.id) })
          .onConflict((conflict) =>
            conflict.column('user_id').doUpdateSet({
              images: sql`tally.images + 1`,
              chain: sql`md5(tally.chain || ${event.id})`,
            }),
          )
          .execute();
      }
    },
  };
}

function run(on: Kysely<Tables> = db, projection = tally(), batch = 500): RunningProjection {
  const one = runProjection(servers.bus, on, projection, { ...OFTEN, batch });
  running.push(one);
  return one;
}

/** Publishes `count` events one after the other. @returns their ids */
async function say(count: number, bus = servers.bus): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const event = anImageCreated(++number, { user_id: user });
    await publish(bus, event);
    ids.push(event.id);
  }
  return ids;
}

const heads = () => headsOf(servers.bus, tally().sources);
const [sourceOf, positionOf] = [
  () => tally().sources[0] ?? '',
  async (on = db) => (await readCheckpoints(on, schema))[sourceOf()] ?? 0,
];
const caughtUp = async () => waitForCheckpoint(db, schema, await heads(), { timeoutMs: 20_000 });
const folded = (ids: readonly string[]) => [{ user_id: user, images: ids.length, chain: ids.reduce(link, '') }];
const tallied = () => db.selectFrom('tally').selectAll().execute();
const tallyNow = async (): Promise<AsOf<unknown>> => {
  const { rows } = await sql<AsOf<unknown>>`
    select (select coalesce(json_agg(tally), '[]') from tally) as value, ${checkpointsOf(schema)} as checkpoints`.execute(
    db,
  );
  return rows[0] as AsOf<unknown>;
};
const active = () => vi.waitFor(() => expect(running.filter((one) => one.active)).toHaveLength(1), LIMIT);

/** Two replicas that follow a log of their own, and what makes and reads it. */
async function followOwnLog() {
  const nats = await startRestartableNats();
  onTestFinished(() => nats.stop());
  const connections = await Promise.all([1, 2].map(() => nats.connect('replica', { apiTimeoutMs: 500 })));
  const [bus] = connections as [Bus, Bus];
  const replicas = connections.map((each) => runProjection(each, connect(), tally(), OFTEN));
  onTestFinished(async () => void (await Promise.all(replicas.map((one) => one.stop()))));
  const answers = async () => {
    const head = await headsOf(bus, tally().sources);
    return Promise.all(replicas.map((replica) => replica.asOf(head, tallyNow)));
  };
  return { nats, bus, replicas, answers };
}

it('given a log that is replaced by a longer one, then nothing of it is projected, every replica says so, and a rebuild ends that', async () => {
  const telemetry = await startTelemetry('test', false);
  onTestFinished(() => telemetry.stop());
  const gauge = async () => (await telemetry.metricsText()).match(/log_recognised{[^}]*"(?:test_\d+)"[^}]*} (\d)/)?.[1];
  const { nats, bus, replicas, answers } = await followOwnLog();
  const ids = await say(5, bus);
  expect(await answers()).toEqual([folded(ids), folded(ids)]);
  await vi.waitFor(async () => expect(await gauge()).toBe('1'), LIMIT);

  const other = await startRestartableNats();
  onTestFinished(() => other.stop());
  const others = await say(10, await other.connect());
  await other.kill();
  await nats.kill();
  await nats.restart({ dataDir: other.dataDir });
  const said = expect.stringContaining(`projection ${schema}: EVENTS has another message at`);
  await Promise.all(replicas.map((replica) => vi.waitFor(() => expect(replica.unrecognised).toEqual(said), LIMIT)));
  for (const replica of replicas) {
    await expect(replica.asOf({}, tallyNow)).rejects.toMatchObject({ code: 'unavailable', cause: { message: said } });
  }
  expect(await gauge()).toBe('0');
  const more = await say(2, bus);
  await sleep(300);
  expect(await tallied()).toEqual(folded(ids));

  await rebuildIt(tally(), bus, 100);
  for (const replica of replicas) await vi.waitFor(() => expect(replica.unrecognised).toBeUndefined(), LIMIT);
  const all = [...others, ...more, ...(await say(1, bus))];
  expect(await answers()).toEqual([folded(all), folded(all)]);
  expect(await gauge()).toBe('1');
});

it('given a log that is deleted and created again, shorter than the checkpoint, then nothing is read as of it until a rebuild', async () => {
  const { bus, replicas, answers } = await followOwnLog();
  const before = await say(3, bus);
  expect(await answers()).toEqual([folded(before), folded(before)]);

  await bus.jsm.streams.delete(EVENTS_STREAM);
  // Every replica looks for it meanwhile, and does not take its absence for another log.
  await sleep(200);
  expect(replicas.map(({ unrecognised }) => unrecognised)).toEqual([undefined, undefined]);
  await createStreams(bus, { replicas: 1 });
  const after = await say(1, bus);
  const refused = { code: 'unavailable', cause: { message: expect.stringContaining('EVENTS ends at 1, before 3') } };
  const head = await headsOf(bus, tally().sources);
  const refusals = replicas.map((replica) => expect(replica.asOf(head, tallyNow)).rejects.toMatchObject(refused));
  await Promise.all(refusals);
  await expect(waitForHeads(bus, db, tally())).rejects.toMatchObject({ code: 'unavailable' });
  expect(await tallied()).toEqual(folded(before));

  await rebuildIt(tally(), bus, 100);
  after.push(...(await say(1, bus)));
  await vi.waitFor(async () => expect(await answers()).toEqual([folded(after), folded(after)]), LIMIT);
});

it('given a checkpoint ahead of the log, then a replica that starts refuses its first read, and the others soon do', async () => {
  const running = run();
  const ids = await say(3);
  await caughtUp();
  const [{ seq, event_id } = { seq: '', event_id: '' }] = (
    await sql<{ seq: string; event_id: string }>`select seq, event_id from checkpoint`.execute(db)
  ).rows;
  const moveTo = (position: string, id: string) =>
    sql`update checkpoint set seq = ${position}, event_id = ${id}`.execute(db);
  const answer = async (replica: RunningProjection) => replica.asOf(await heads(), tallyNow);
  await moveTo('1000000', 'an event elsewhere');
  const refused = { code: 'unavailable', cause: { message: expect.stringContaining('before 1000000') } };
  await expect(answer(run(connect()))).rejects.toMatchObject(refused);
  await vi.waitFor(() => expect(answer(running)).rejects.toMatchObject(refused), LIMIT);
  await moveTo(seq, event_id);
  await vi.waitFor(async () => expect(await answer(running)).toEqual(folded(ids)), LIMIT);
});

it('given a log, then it is projected in batches, and whoever waits for its head sees all of it', async () => {
  const ids = await say(25);
  const batches: number[] = [];
  run(
    db,
    tally((events) => batches.push(events)),
    10,
  );
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
  expect(Math.max(...batches)).toBe(10);
  ids.push(...(await say(1)));
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
});

it('given a long linger, then a reader who waits does not wait for it, at the active replica or at another', async () => {
  const runLingering = () => {
    const one = runProjection(servers.bus, connect(), tally(), { ...OFTEN, lingerMs: 600_000 });
    running.push(one);
    return one;
  };
  const leader = runLingering();
  await active();
  const standby = runLingering();
  const ids = await say(1);
  await caughtUp();
  for (const replica of [leader, standby, leader, standby]) {
    ids.push(...(await say(1)));
    expect(await replica.asOf(await heads(), tallyNow)).toEqual(folded(ids));
  }
  expect(standby.active).toBe(false);
});

it('given tables that are set back, then no answer lacks what they lost, and they are made again without a further event', async () => {
  run();
  run(connect());
  await active();
  const ids = await say(3);
  await caughtUp();
  const head = await heads();
  await db.transaction().execute(async (trx) => {
    await sql`update checkpoint set seq = 0 where name = ${schema}`.execute(trx);
    await sql`truncate taken, tally`.execute(trx);
  });
  const answers = await Promise.all(running.map((replica) => replica.asOf(head, tallyNow)));
  expect(answers).toEqual([folded(ids), folded(ids)]);
});

it('given rows from before the checkpoint that was waited for, then they are read again', async () => {
  const replica = run();
  await say(1);
  await caughtUp();
  const head = await heads();
  const read = vi.fn().mockResolvedValue({ value: 'new', checkpoints: head });
  read.mockResolvedValueOnce({ value: 'old', checkpoints: { [sourceOf()]: (head[sourceOf()] ?? 0) - 1 } });
  expect(await replica.asOf(head, read)).toBe('new');
  expect(read).toHaveBeenCalledTimes(2);
});

it('given a checkpoint that is not reached, then waiting for it ends as unavailable', async () => {
  const waiting = waitForCheckpoint(db, schema, { [sourceOf()]: 1_000_000 }, { timeoutMs: 50 });
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable', cause: expect.any(Error) });
});

it('given two replicas, when the connection of the active one is terminated, then the other takes over', async () => {
  const [first, second] = [run(connect()), run(connect())];
  await active();
  const before = await say(3);
  await caughtUp();
  const firstWasActive = first.active;
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()`.execute(
    admin,
  );
  await vi.waitFor(() => expect(firstWasActive ? second.active : first.active).toBe(true), LIMIT);
  const after = await say(3);
  await caughtUp();
  expect(await tallied()).toEqual(folded([...before, ...after]));
  await active();
});

it('given a leader that loses its log for good, then another replica leads', async () => {
  const bus = await servers.connect('cut off');
  const cutOff = runProjection(bus, connect(), tally(), OFTEN);
  onTestFinished(() => cutOff.stop());
  await vi.waitFor(() => expect(cutOff.active).toBe(true), LIMIT);
  const other = run(connect());
  await bus.close();
  await vi.waitFor(() => expect(other.active).toBe(true), LIMIT);
  expect(cutOff.active).toBe(false);
  const ids = await say(3);
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
});

it('given four restarts in the middle, every other one by a cut of all connections, then nothing is lost or doubled', async () => {
  const extra: string[] = [];
  const saying = say(300);
  for (let round = 0; round < 4; round++) {
    // Its connection may have been cut as well.
    const before = await vi.waitFor(() => positionOf(), LIMIT);
    const replica = connect();
    const one = run(replica, tally(), 7);
    await vi.waitFor(async () => expect(await positionOf()).toBeGreaterThan(before), LIMIT);
    if (round % 2 === 0) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(admin);
    }
    await one.stop();
    await say(3).then((ids) => extra.push(...ids));
  }
  run();
  const ids = await saying;
  await caughtUp();
  const order = await db.selectFrom('taken').select('event_id').orderBy('seq').execute();
  expect(order.map(({ event_id }) => event_id).sort()).toEqual([...ids, ...extra].sort());
  expect(await tallied()).toEqual(folded(order.map(({ event_id }) => event_id)));
});

it('given a replica that was overtaken, when it writes, then its rows are rolled back and it is told', async () => {
  await say(2);
  const event = anImageCreated(++number, { user_id: user });
  const write = (expected: number, seq: number) =>
    db
      .transaction()
      .execute((trx) =>
        projectBatch(trx, tally(), sourceOf(), expected, [{ seq, id: undefined, event, trace: undefined }]),
      );
  expect(await write(0, 5)).toEqual({ seq: 5, id: null });
  await expect(write(0, 6)).rejects.toThrow(StaleCheckpointError);
  await expect(write(4, 6)).rejects.toThrow(StaleCheckpointError);
  const two = await Promise.allSettled([write(5, 7), write(5, 8)]);
  expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await tallied()).toEqual(folded([event.id]));
});

it('given a projection that fails twice, then the batch is tried again and nothing is passed over', async () => {
  const ids = await say(4);
  let failures = 0;
  run(
    db,
    tally(() => {
      if (failures++ < 2) throw new Error('a hiccup');
    }),
  );
  await caughtUp();
  expect(failures).toBeGreaterThan(2);
  expect(await tallied()).toEqual(folded(ids));
});

/** A projection whose first batch waits until it is let go. */
function gated() {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const batches: number[][] = [];
  const projection: Projection<Tables> = {
    ...tally(),
    async apply(trx, events) {
      batches.push(events.map(({ seq }) => seq));
      begun.resolve();
      await goOn.promise;
      await tally().apply(trx, events);
    },
  };
  return { projection, batches, begun: begun.promise, goOn: goOn.resolve };
}

it('given a batch that fails while the next has arrived, then both are read again, in order', async () => {
  const ids = await say(30);
  const batches: string[][] = [];
  run(
    db,
    {
      ...tally(),
      async apply(trx, events) {
        batches.push(events.map(({ event }) => event.id));
        await tally().apply(trx, events);
        if (batches.length !== 2) return;
        // So long that the next is here.
        await sleep(200);
        throw new Error('a hiccup');
      },
    },
    5,
  );
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
  const [, failed = [], again = []] = batches;
  expect(again[0]).toBe(failed[0]);
  expect(batches.toSpliced(1, 1).flat()).toEqual(ids);
});

it('given the role is lost while the next batch has arrived, then that is dropped, and read by who has the role then', async () => {
  const ids = await say(30);
  const { projection, batches, begun, goOn } = gated();
  run(connect(), projection, 5);
  await begun;
  const readers = async () => (await servers.bus.jsm.consumers.list('EVENTS').next()).map(({ name }) => name);
  const ours = async () => (await readers()).filter((name) => name.startsWith(`${schema}-`));
  expect(await ours()).toHaveLength(1);
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()`.execute(
    admin,
  );
  await vi.waitFor(async () => expect(await ours()).toEqual([]), LIMIT);
  run(connect(), tally(), 5);
  await vi.waitFor(() => expect(running[1]?.active).toBe(true), LIMIT);
  expect(batches).toHaveLength(1);
  goOn();
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
});

it('given a message that is no event, then it is passed over, after a copy went to the dead letters', async () => {
  const ids = await say(1);
  await servers.bus.js.publish(`styling.image.created.${user}.00`, 'nonsense');
  ids.push(...(await say(1)));
  const one = run();
  await caughtUp();
  await one.stop();
  run();
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
  const subject = subjects.deadLettersOf(schema);
  const { state } = await servers.bus.jsm.streams.info(DEAD_LETTERS_STREAM, { subjects_filter: subject });
  expect(Object.values(state.subjects ?? {})).toEqual([1]);
});

const rebuildIt = (projection = tally(), bus = servers.bus, liveCatchesUpMs = 5_000) =>
  rebuild(bus, projection, { url: servers.postgres.url, schema, migrations, log, liveCatchesUpMs, checkEveryMs: 50 });

it('given live publishing, when it is rebuilt, then the tables are identical, byte for byte, and live goes on', async () => {
  const ids = await say(50);
  run(connect(), tally(), 20);
  run(connect(), tally(), 20);
  await caughtUp();
  const before = await dump(db, TABLES);
  expect(before.split('\n')).toHaveLength(2 + 50 + 1);
  const quiet = await rebuildIt();
  expect(quiet).toMatchObject({ events: 50, identical: true });
  expect(await dump(db, TABLES)).toBe(before);

  const saying = say(100);
  const busy = await rebuildIt();
  expect(busy.identical).toBe(true);
  ids.push(...(await saying));
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
  const live = await dump(db, TABLES);
  await Promise.all(running.map((one) => one.stop()));
  expect(await rebuildIt()).toMatchObject({ events: 150, identical: true });
  expect(await dump(db, TABLES)).toBe(live);
  const { rows } = await sql<{ indexname: string }>`
    select indexname from pg_indexes where schemaname = ${schema} and tablename in ('taken', 'tally') order by 1`.execute(
    db,
  );
  expect(rows.map(({ indexname }) => indexname)).toEqual(['taken_by_seq', 'taken_pkey', 'tally_pkey']);
});

it('given a comparison that takes long, then the live projection and its readers go on meanwhile', async () => {
  const ids = await say(20);
  const live = run(connect());
  await caughtUp();
  // The live projection never touches this table, so that only the comparison waits for whoever holds it.
  const compared = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holder = admin.transaction().execute(async (trx) => {
    await sql`lock table ${sql.id(schema, 'remark')} in access exclusive mode`.execute(trx);
    held.resolve();
    await compared.promise;
  });
  onTestFinished(() => compared.resolve());
  await held.promise;
  const rebuilding = rebuildIt({ ...tally(), tables: [...TABLES, 'remark'] });
  const isComparing = async () =>
    (await sql`select from pg_locks where not granted and relation = ${`${schema}.remark`}::regclass`.execute(db)).rows;
  await vi.waitFor(async () => expect(await isComparing()).toHaveLength(1), LIMIT);
  ids.push(...(await say(30)));
  expect(await live.asOf(await heads(), tallyNow)).toEqual(folded(ids));
  compared.resolve();
  await holder;
  expect((await rebuilding).identical).toBe(true);
  ids.push(...(await say(1)));
  expect(await live.asOf(await heads(), tallyNow)).toEqual(folded(ids));
});

it('given tables that are wrong, when they are rebuilt, then that is told and they are right', async () => {
  const ids = await say(5);
  const one = run();
  await caughtUp();
  await db.updateTable('tally').set({ images: 99 }).execute();
  expect((await rebuildIt()).identical).toBe(false);
  expect(await tallied()).toEqual(folded(ids));
  await one.stop();
});

it('given a live projection that lags, when it is rebuilt, then it is ahead and uncompared', async () => {
  const ids = await say(5);
  const rebuilt = await rebuildIt(tally(), servers.bus, 100);
  expect(rebuilt.events).toBe(5);
  expect(rebuilt).not.toHaveProperty('identical');
  expect(await tallied()).toEqual(folded(ids));
  expect(await positionOf()).toBe((await heads())[sourceOf()]);
});

it('given a changed fold in a schema of its own, then it is filled beside the old version, which goes on serving', async () => {
  const ids = await say(50);
  const old = run(connect());
  await caughtUp();
  const served: unknown[] = [];
  let isRebuilt = false;
  const read = async () => {
    while (!isRebuilt) served.push(await old.asOf(await heads(), tallyNow));
  };
  const reading = read();

  const next = `${schema}_2`;
  const nextDb = connect(next);
  await migrate(nextDb, next, migrations);
  const changed: Projection<Tables> = {
    ...tally(),
    async apply(trx, events) {
      await tally().apply(trx, events);
      await sql`update tally set chain = 'changed'`.execute(trx);
    },
  };
  const saying = say(100);
  const options = { url: servers.postgres.url, schema: next, migrations, log, liveCatchesUpMs: 100 };
  await rebuild(servers.bus, changed, options);
  const replica = run(nextDb, changed);
  ids.push(...(await saying));
  await waitForCheckpoint(nextDb, schema, await heads(), { timeoutMs: 20_000 });
  isRebuilt = true;
  await reading;
  await vi.waitFor(() => expect(replica.active).toBe(true), LIMIT);
  const counted = { user_id: user, images: ids.length };
  expect(await nextDb.selectFrom('tally').selectAll().execute()).toEqual([{ ...counted, chain: 'changed' }]);
  expect(await old.asOf(await heads(), tallyNow)).toEqual(folded(ids));
  expect(served.length).toBeGreaterThan(10);
  for (const rows of served) expect(rows).toHaveLength(1);
});

it('given a rebuild under way, when a second is begun, then it is refused, and the first is not disturbed', async () => {
  await say(20);
  run();
  await caughtUp();
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = {
    ...tally(),
    async apply(...given: Parameters<Projection<Tables>['apply']>) {
      begun.resolve();
      await goOn.promise;
      await tally().apply(...given);
    },
  };
  const first = rebuildIt(slow);
  await begun.promise;
  await expect(rebuildIt()).rejects.toThrow(`another rebuild of ${schema} is under way`);
  await removeAbandonedRebuild(db, schema, schema);
  goOn.resolve();
  expect((await first).events).toBe(20);
  expect((await rebuildIt()).events).toBe(20);
});

it('given a rebuild that loses its lock, then it ends without a swap, and the next is let in', async () => {
  const ids = await say(5);
  run();
  await caughtUp();
  await Promise.all(running.map((one) => one.stop()));
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held = {
    ...tally(),
    async apply() {
      begun.resolve();
      await goOn.promise;
    },
  };
  const doomed = rebuildIt(held);
  doomed.catch(() => {});
  await begun.promise;
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and pid <> pg_backend_pid()`.execute(
    admin,
  );
  const readers = async () => (await servers.bus.jsm.consumers.list('EVENTS').next()).map(({ name }) => name);
  await vi.waitFor(async () => expect((await readers()).filter((name) => name.includes('rebuild'))).toEqual([]), LIMIT);
  goOn.resolve();
  await expect(doomed).rejects.toThrow();
  expect(await tallied()).toEqual(folded(ids));
  const sides = async () =>
    (await sql`select from pg_namespace where nspname = ${`${schema}_rebuild`}`.execute(db)).rows.length;
  expect(await sides()).toBe(1);
  await removeAbandonedRebuild(db, schema, schema);
  expect(await sides()).toBe(0);
  expect((await rebuildIt()).identical).toBe(true);
});

it('given a rebuild that fails, or loses the log, then the live tables stay as they were', async () => {
  const ids = await say(3);
  run();
  await caughtUp();
  const failing = tally(() => {
    throw new Error('a fault in the new code');
  });
  await expect(rebuildIt(failing)).rejects.toThrow('a fault in the new code');
  const bus = await servers.connect('doomed');
  const cutting = { ...tally(), apply: () => bus.close() };
  await expect(rebuildIt(cutting, bus)).rejects.toThrow();
  expect(await tallied()).toEqual(folded(ids));
  ids.push(...(await say(1)));
  await caughtUp();
  expect(await tallied()).toEqual(folded(ids));
});
