import { startTelemetry } from '@styling/telemetry';
import { aRequestCompleted, testTime } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tablesOf } from '../tables.fixture.ts';
import { aCandidate, dayUsed, type Replicas, release, startReplicas } from './admission.fixture.ts';
import { admit, createAdmitter, daysUsed } from './admission.ts';
import { releaseAll, releaseQueue } from './release.ts';

const LIMIT = 3;
let replicas: Replicas;
let db: Kysely<unknown>;
let otherReplica: Kysely<unknown>;

beforeAll(async () => {
  replicas = await startReplicas();
  ({ db, otherReplica } = replicas);
});
afterAll(() => replicas.stop());
beforeEach(() => replicas.empty());

const ask = async (number: number, now = testTime(), user = 'alice', replica = db) => {
  const [admission] = await admit(replica, [aCandidate(number, user, now)], now, LIMIT);
  return admission;
};
const end = (number: number, status = 200) => release(db, aRequestCompleted(number, { status }).data);
const usedToday = async (user: string, now: Date) => (await dayUsed(db, user, now, LIMIT)).used;

describe('what users have used', () => {
  it('given many at the same moment, then each gets its own of its own day, and a newer day counts for an older', async () => {
    await ask(1);
    await end(1);
    await ask(2);
    await ask(3, testTime(), 'bob');
    const asked = [
      { user_id: 'bob', day: '2026-03-04' },
      { user_id: 'alice', day: '2026-03-04' },
      { user_id: 'nobody', day: '2026-03-04' },
      { user_id: 'alice', day: '2026-03-05' },
      { user_id: 'alice', day: '2026-03-03' },
    ];
    expect((await daysUsed(db, asked, LIMIT)).map(({ used }) => used)).toEqual([1, 2, 0, 0, 2]);
  });
});

describe('the queue of releases', () => {
  it('given endings at the same moment, then releases each once, all but the first in one statement', async () => {
    const telemetry = await startTelemetry('test', false);
    const users = Array.from({ length: 30 }, (_, index) => `user${index}`);
    const wanted = users.map((user, index) => aCandidate(index, user));
    await admit(db, wanted, testTime(), LIMIT);
    const endings = users.map((user_id, index) => aRequestCompleted(index, { user_id }).data);
    const statements = async () =>
      Number(/db_operation_name="WITH"} (\d+)/.exec(await telemetry.metricsText())?.[1] ?? 0);
    const before = await statements();
    const release = releaseQueue(db);
    const first = endings.slice(0, 1).map(release);
    // In a later tick: the first statement is under way.
    await new Promise((resolve) => setImmediate(resolve));
    const released = await Promise.all([
      ...first,
      ...endings.slice(1).map(release),
      ...endings.slice(5, 7).map(release),
    ]);
    expect(released).toEqual([...users.map(() => true), false, false]);
    expect((await statements()) - before).toBe(2);
    expect(await tablesOf(db).selectFrom('running').selectAll().execute()).toEqual([]);
    await telemetry.stop();
  });
});

describe('the endings of a batch', () => {
  const ending = (number: number, user_id: string, status: number) =>
    aRequestCompleted(number, { user_id, status }).data;

  it('given several of one request, then the first counts, and those of other requests change nothing', async () => {
    for (const [index, user] of ['alice', 'bob', 'carol', 'dave'].entries()) await ask(index, testTime(), user);
    const endings = [
      ...[ending(9, 'alice', 500), ending(0, 'alice', 200), ending(0, 'alice', 504)],
      ...[ending(1, 'bob', 504), ending(1, 'bob', 200), ending(2, 'dave', 500), ending(2, 'nobody', 500)],
    ];
    expect((await releaseAll(db, endings)).sort()).toEqual([endings[1]?.request_id, endings[3]?.request_id]);
    expect(await releaseAll(db, endings)).toEqual([]);
    const rows = await tablesOf(db)
      .selectFrom('admission')
      .select(['user_id', 'used', 'request_id'])
      .orderBy('user_id')
      .execute();
    expect(rows).toEqual([
      { user_id: 'alice', used: 1, request_id: null },
      { user_id: 'bob', used: 0, request_id: null },
      { user_id: 'carol', used: 1, request_id: aCandidate(2).request_id },
      { user_id: 'dave', used: 1, request_id: aCandidate(3).request_id },
    ]);
  });

  it('given batches that end and admit the same users in any order, on two replicas, then none waits for another for ever', async () => {
    const users = Array.from({ length: 40 }, (_, index) => `user${index}`);
    const shuffled = (round: number) => users.toSorted((a, b) => ((a + round).length % 3) - ((b + round).length % 3));
    const rounds = Array.from({ length: 40 }, (_, round) => round);
    await admit(
      db,
      users.map((user, index) => aCandidate(index, user)),
      testTime(),
      1_000,
    );
    await Promise.all([
      ...rounds.map((round) =>
        releaseAll(
          db,
          shuffled(round)
            .reverse()
            .map((user) => ending(Number(user.slice(4)), user, 500)),
        ),
      ),
      ...rounds.map((round) =>
        admit(
          otherReplica,
          shuffled(round).map((user) => aCandidate(Number(user.slice(4)), user)),
          testTime(),
          1_000,
        ),
      ),
    ]);
    await releaseAll(
      db,
      users.map((user) => ending(Number(user.slice(4)), user, 500)),
    );
    const { used } = await tablesOf(db)
      .selectFrom('admission')
      .select(({ fn }) => fn.sum<number>('used').as('used'))
      .executeTakeFirstOrThrow();
    expect(used).toBe(0);
  });
});

describe('metrics of admission', () => {
  it('given admissions and refusals, then they are counted by kind, with the slots that are taken', async () => {
    const telemetry = await startTelemetry('test', false);
    const metric = async (start: string) =>
      (await telemetry.metricsText()).split('\n').filter((line) => line.startsWith(start));
    const observed = createAdmitter(db, testTime, 1);
    const { first } = await db.transaction().execute(async (trx) => {
      await sql`lock table admission`.execute(trx);
      const first = observed.admit(aCandidate(1));
      expect(await metric('styling_admission_queue')).toEqual(['styling_admission_queue 1']);
      return { first };
    });
    await first;
    await observed.admit(aCandidate(2));
    expect(await metric('styling_admission_slots_used')).toEqual(['styling_admission_slots_used 1']);
    await end(1);
    await observed.admit(aCandidate(3));
    expect(await metric('styling_admission_decisions_total')).toEqual(
      ['admitted', 'in_progress', 'daily_limit'].map(
        (outcome) =>
          `styling_admission_decisions_total{styling_admission_outcome="${outcome}",http_route="/try_on_outfit"} 1`,
      ),
    );
    expect(await metric('styling_admission_slots_used')).toEqual(['styling_admission_slots_used 0']);
    observed.stop();
    await telemetry.stop();
  });
});

describe('admission', () => {
  it('given requests of several costs, reserves each of the day, and keeps what its ending tells', async () => {
    const askFor = async (number: number, cost: number) =>
      (await admit(db, [{ ...aCandidate(number), cost }], testTime(), 10))[0];
    const endWith = (number: number, data: Parameters<typeof aRequestCompleted>[1]) =>
      release(db, aRequestCompleted(number, data).data);
    expect(await askFor(1, 4)).toMatchObject({ outcome: 'admitted', used: 4, limit: 10 });
    await endWith(1, { cost: 4 });
    expect(await askFor(2, 4)).toMatchObject({ outcome: 'admitted', used: 8 });
    expect(await askFor(3, 3)).toMatchObject({ outcome: 'in_progress', used: 8 });
    await endWith(2, { cost: 3 });
    expect(await askFor(3, 4)).toMatchObject({ outcome: 'daily_limit', used: 7 });
    expect(await askFor(3, 3)).toMatchObject({ outcome: 'admitted', used: 10 });
    await endWith(3, { status: 500, cost: 0 });
    expect(await askFor(4, 2)).toMatchObject({ outcome: 'admitted', used: 9 });
    // Reports of earlier workers, and one of too much.
    await endWith(4, {});
    expect(await askFor(5, 1)).toMatchObject({ outcome: 'admitted', used: 10 });
    await endWith(5, { cost: 9 });
    expect(await usedToday('alice', testTime())).toBe(10);
    expect(await askFor(6, 11)).toMatchObject({ outcome: 'daily_limit' });
  });
});
