import { aRequestCompleted, testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { IdempotencyKey } from '../requests/request-headers.ts';
import { tablesOf } from '../tables.fixture.ts';
import { aCandidate, type Replicas, release, startReplicas } from './admission.fixture.ts';
import { type Admission, admit } from './admission.ts';
import { countChanges, OWNERS_SHARE } from './changes.ts';

// What a user does that leaves events for ever, on two replicas: at most a thousand changes a day, or ten for each request of a
// larger daily limit.

const LIMIT = 20;
const MOST = 1_000;
let replicas: Replicas;
let db: Kysely<unknown>;
let now = testTime();

beforeAll(async () => {
  replicas = await startReplicas();
  db = replicas.db;
});
afterAll(() => replicas.stop());
beforeEach(async () => {
  now = testTime();
  await replicas.empty();
});

const change = (changes = 1, times = 1, replica = db) =>
  countChanges({ db: replica, clock: () => now, dailyLimit: LIMIT }, 'alice', changes, times);
const tooMany = { code: 'too_many_changes', status: 429, parameters: { retry_after: 12 * 3600 } };
async function ask(number: number, idempotencyKey?: IdempotencyKey): Promise<Admission> {
  let admission: Admission | undefined;
  while (!admission) {
    [admission] = await admit(db, [{ ...aCandidate(number, 'alice', now), idempotencyKey }], now, LIMIT);
  }
  return admission;
}
const end = (number: number, status = 200) => release(db, aRequestCompleted(number, { status }).data);
const row = () =>
  tablesOf(db).selectFrom('admission').select(['day', 'used', 'changes', 'changes_day']).executeTakeFirstOrThrow();
/** The user has made so many changes today. */
const given = (changes: number) =>
  tablesOf(db)
    .insertInto('admission')
    .values({ user_id: 'alice', day: '2026-03-04', used: 0, changes, changes_day: '2026-03-04' })
    .execute();

it('given many at the same moment at two replicas, then exactly as many are counted as are left', async () => {
  await given(MOST - 30);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) => change(3, 1, index % 2 ? db : replicas.otherReplica)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: tooMany });
  expect(await row()).toMatchObject({ changes: MOST });
});

it('given admissions beside other changes, then together they are exactly as many as are left, and all ends are heard', async () => {
  await given(MOST - 10);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => {
      if (number % 2)
        return change().then(
          () => 'counted',
          () => 'refused',
        );
      const { outcome } = await ask(number);
      if (outcome === 'admitted') expect(await end(number)).toBe(true);
      return outcome;
    }),
  );
  const made = outcomes.filter((outcome) => outcome === 'counted' || outcome === 'admitted');
  const { changes } = await row();
  expect(changes).toBe(MOST - 10 + made.length);
  expect(changes).toBeLessThanOrEqual(MOST);
});

it('given a request that costs nothing in the end, then its change is not given back, and the last one is the end of the day', async () => {
  await given(MOST - 1);
  expect(await ask(1)).toMatchObject({ outcome: 'admitted', used: 1 });
  expect(await ask(2)).toMatchObject({ outcome: 'in_progress' });
  await end(1, 500);
  expect(await row()).toMatchObject({ used: 0, changes: MOST });
  expect(await ask(3)).toMatchObject({ outcome: 'daily_limit', used: LIMIT, limit: LIMIT });
  await expect(change()).rejects.toMatchObject(tooMany);
  expect(await row()).toMatchObject({ used: 0, changes: MOST });
});

it('given a request with an Idempotency-Key, then it is refused alike, and one that was answered is told again', async () => {
  await given(MOST - 1);
  const key = (name: string) => ({ digest: Buffer.from(name), fingerprint: Buffer.from('r') });
  expect(await ask(1, key('a'))).toMatchObject({ outcome: 'admitted' });
  await end(1);
  expect(await ask(2, key('b'))).toMatchObject({ outcome: 'daily_limit', used: LIMIT });
  expect(await ask(3, key('a'))).toMatchObject({ outcome: 'answered' });
});

it('given a user with a larger daily limit, then ten changes for each request of it', async () => {
  await tablesOf(db)
    .insertInto('user_limit')
    .values({ user_id: 'alice', daily: 200, concurrency: null, changed_at: now })
    .execute();
  await given(2_000 - 2);
  expect(await ask(1)).toMatchObject({ outcome: 'admitted' });
  await change();
  await expect(change()).rejects.toMatchObject(tooMany);
});

it('given that the limit is reached, then what an owner must be able to do goes on to twice of it', async () => {
  await given(MOST);
  for (let sum = MOST; sum < OWNERS_SHARE * MOST; sum += 250) await change(250, OWNERS_SHARE);
  await expect(change(1, OWNERS_SHARE)).rejects.toMatchObject(tooMany);
});

it('given another day, then counts anew, also if a gateway of the version before began it; a clock that is behind does not', async () => {
  await given(MOST);
  now = testTime('23:59:59.001');
  await expect(change()).rejects.toMatchObject({ parameters: { retry_after: 1 } });
  await tablesOf(db).updateTable('admission').set({ day: '2026-03-05', used: 1 }).execute();
  now = new Date('2026-03-05T00:00:00.000Z');
  await change(3);
  expect(await row()).toEqual({ day: '2026-03-05', used: 1, changes: 3, changes_day: '2026-03-05' });
  expect(await ask(1)).toMatchObject({ outcome: 'admitted', used: 2 });
  now = testTime('23:59:59.999');
  await change();
  expect(await row()).toEqual({ day: '2026-03-05', used: 2, changes: 5, changes_day: '2026-03-05' });
});

it('given a user without a row, then it begins with the first change', async () => {
  await change(3);
  expect(await row()).toEqual({ day: '2026-03-04', used: 0, changes: 3, changes_day: '2026-03-04' });
});
