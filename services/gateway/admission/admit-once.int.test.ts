import { setTimeout as sleep } from 'node:timers/promises';
import { aRequestCompleted, testId, testTime } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IdempotencyKey, KEY_LIFE_MS } from '../requests/request-headers.ts';
import { tablesOf } from '../tables.fixture.ts';
import { aCandidate, dayUsed, type Replicas, release, startReplicas } from './admission.fixture.ts';
import { type Admission, admit } from './admission.ts';

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

const candidate = (number: number, now = testTime(), user_id = 'alice') => aCandidate(number, user_id, now);
const key = (name = 'k', request = 'r'): IdempotencyKey => ({
  digest: Buffer.from(name),
  fingerprint: Buffer.from(request),
});
async function ask(number: number, { now = testTime(), as = key(), replica = db, user = 'alice' } = {}) {
  let admission: Admission | undefined;
  while (!admission) {
    const asked = { ...candidate(number, now, user), idempotencyKey: as };
    [admission] = await admit(replica, [asked], now, LIMIT);
  }
  return admission;
}
const askWithout = (number: number, now = testTime()) => admit(db, [candidate(number, now)], now, LIMIT);
const terminal = (number: number, status = 200) =>
  aRequestCompleted(number, { status, error: status === 200 ? null : { code: 'no_person', message: 'failed' } }).data;
const end = (number: number, status = 200) => release(db, terminal(number, status));
const keys = () => tablesOf(db).selectFrom('idempotency_key').select(['user_id', 'request_id', 'completed']).execute();
const usedToday = async (now: Date) => (await dayUsed(db, 'alice', now, LIMIT)).used;
const later = (ms: number) => new Date(testTime().getTime() + ms);

describe('a request with a key', () => {
  it('given a new key, is admitted and counted, and the key is kept', async () => {
    expect(await ask(1)).toMatchObject({ outcome: 'admitted', used: 1 });
    expect(await keys()).toEqual([{ user_id: 'alice', request_id: testId('req', 1), completed: null }]);
  });

  it('given the same again while it runs, says in progress, and with which; and another request under the key, that it is another', async () => {
    await ask(1);
    expect(await ask(2)).toMatchObject({ outcome: 'in_progress', used: 1, repeats: testId('req', 1) });
    expect(await ask(3, { as: key('k', 'other') })).toMatchObject({ outcome: 'key_reused', used: 1 });
    expect(await usedToday(testTime())).toBe(1);
  });

  it.each([200, 400])(
    'given the same again once it ended with %d, tells its terminal event and counts nothing',
    async (status) => {
      await ask(1);
      expect(await end(1, status)).toBe(true);
      const used = status === 200 ? 1 : 0;
      expect(await ask(2)).toMatchObject({ outcome: 'answered', used, completed: terminal(1, status) });
      expect(await ask(3, { as: key('k', 'other') })).toMatchObject({ outcome: 'key_reused', used });
      expect(await tablesOf(db).selectFrom('admission').select(['used', 'request_id']).execute()).toEqual([
        { used, request_id: null },
      ]);
    },
  );

  it('given an answer, tells it beside another running request and past the day', async () => {
    await ask(1);
    await end(1);
    for (let number = 2; number <= LIMIT; number++) {
      await askWithout(number);
      expect(await ask(10)).toMatchObject({ outcome: 'answered', used: number });
      await end(number);
    }
    expect(await ask(11, { as: key('new') })).toMatchObject({ outcome: 'daily_limit', used: LIMIT });
    expect(await ask(12)).toMatchObject({ outcome: 'answered', used: LIMIT });
    expect(await ask(13, { now: later(KEY_LIFE_MS - 1) })).toMatchObject({ outcome: 'answered', used: 0 });
  });

  it.each([500, 503, 504, 403, 409])('given the same again after an end of %d, it is a new request', async (status) => {
    await ask(1);
    await end(1, status);
    expect(await keys()).toEqual([]);
    expect(await ask(2, { as: key('k', 'other') })).toMatchObject({ outcome: 'admitted', used: 1 });
  });

  it('given a refusal, leaves no key behind', async () => {
    await askWithout(1);
    expect(await ask(2)).toMatchObject({ outcome: 'in_progress', used: 1 });
    await end(1);
    for (const number of [3, 4]) {
      await askWithout(number);
      await end(number);
    }
    expect(await ask(5)).toMatchObject({ outcome: 'daily_limit', used: LIMIT });
    expect(await keys()).toEqual([]);
  });

  it('given a day since, the key means nothing any more', async () => {
    await ask(1);
    await end(1);
    expect(await ask(2, { now: later(KEY_LIFE_MS), as: key('k', 'other') })).toMatchObject({
      outcome: 'admitted',
      used: 1,
    });
    expect(await keys()).toEqual([{ user_id: 'alice', request_id: testId('req', 2), completed: null }]);
  });

  it('given the key of another user, has nothing to do with it', async () => {
    await ask(1);
    expect(await ask(2, { user: 'bob' })).toMatchObject({ outcome: 'admitted', used: 1 });
  });

  it('given a request that nobody ended, keeps slot and key, however long after its deadline', async () => {
    await ask(1);
    expect(await ask(2, { now: later(3_600_000) })).toMatchObject({ outcome: 'in_progress' });
    expect(await askWithout(3, later(3_600_000))).toMatchObject([{ outcome: 'in_progress' }]);
    expect(await end(1)).toBe(true);
    expect(await ask(2, { now: later(3_600_000) })).toMatchObject({ outcome: 'answered' });
  });

  it('given an end that is heard twice, notes it once', async () => {
    await ask(1);
    expect([await end(1), await end(1, 504)]).toEqual([true, false]);
    expect(await ask(2)).toMatchObject({ outcome: 'answered', completed: { status: 200 } });
  });
});

describe('racing requests with one key', () => {
  it('given 60 on two replicas at once, admits one', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(100 + index, { replica: index % 2 ? db : otherReplica })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(1);
    expect(outcomes.filter(({ outcome }) => outcome === 'in_progress')).toHaveLength(59);
  });

  it('given requests that end as soon as they are admitted, one is done and all others get its outcome', async () => {
    const admitted: number[] = [];
    const tries = Array.from({ length: 60 }, async (_, index) => {
      const replica = index % 2 ? db : otherReplica;
      const first = await ask(200 + index, { replica });
      if (first.outcome === 'admitted') {
        admitted.push(200 + index);
        await end(200 + index);
      }
      while ((await ask(200 + index, { replica })).outcome === 'in_progress') await sleep(5);
      return ask(200 + index, { replica });
    });
    const outcomes = await Promise.all(tries);
    expect(admitted).toHaveLength(1);
    const completed = { request_id: testId('req', admitted[0] ?? 0) };
    for (const one of outcomes) expect(one).toMatchObject({ outcome: 'answered', completed });
    expect(await usedToday(testTime())).toBe(1);
  });

  it.each([
    ['a known user', true],
    ['a user who was never seen', false],
  ])(
    'given %s and a statement that stands still while the same request is admitted and answered, then it is not admitted',
    async (_, known) => {
      if (known) await askWithout(9);
      if (known) await end(9);
      const { late } = await db.transaction().execute(async (trx) => {
        await (known ? lockRow(trx) : insertRow(trx));
        const late = ask(2, { replica: otherReplica });
        await untilBlocked();
        expect(await ask(1, { replica: trx })).toMatchObject({ outcome: 'admitted' });
        expect(await release(trx, terminal(1))).toBe(true);
        return { late };
      });
      expect(await late).toMatchObject({ outcome: 'answered', completed: { request_id: testId('req', 1) } });
      expect(await ask(3)).toMatchObject({ outcome: 'answered', completed: { request_id: testId('req', 1) } });
    },
  );

  it('given a statement that stands still while nothing happens, then it is admitted', async () => {
    await askWithout(9);
    await end(9);
    const { late } = await db.transaction().execute(async (trx) => {
      await lockRow(trx);
      const late = ask(2, { replica: otherReplica });
      await untilBlocked();
      return { late };
    });
    expect(await late).toMatchObject({ outcome: 'admitted' });
  });
});

const lockRow = (trx: Kysely<unknown>) => tablesOf(trx).selectFrom('admission').select('user_id').forUpdate().execute();
const insertRow = (trx: Kysely<unknown>) =>
  tablesOf(trx).insertInto('admission').values({ user_id: 'alice', day: '2026-03-04', used: 0 }).execute();

/** Resolves once a statement of this database waits for the lock of another. */
const untilBlocked = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()
      `.execute(otherReplica);
      return rows[0]?.waiting;
    })
    .toBe(1);
