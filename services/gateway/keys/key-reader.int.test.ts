import { randomBytes } from 'node:crypto';
import { createEvent, keyRevoked } from '@styling/contracts';
import { testId, testTime } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replicas, startReplicas } from '../admission/admission.fixture.ts';
import { SOURCE } from '../dependencies.ts';
import { tablesOf } from '../tables.fixture.ts';
import { digestOf } from './api-key.ts';
import { keyReader } from './authenticate.ts';
import { revokeAll } from './key-store.ts';

let replicas: Replicas;
let db: Kysely<unknown>;

beforeAll(async () => {
  replicas = await startReplicas();
  db = replicas.db;
});
afterAll(() => replicas.stop());

const clock = () => testTime();
let numbers = 0;
const revokeKey = (trx: Kysely<unknown>, key_id: string) =>
  revokeAll(trx, [createEvent(keyRevoked, SOURCE, testTime(), { key_id, user_id: 'user1' })]);

async function stored(values: { kind?: 'session'; expires_at?: Date; begun_with?: string | undefined } = {}) {
  const row = { key_id: testId('key', ++numbers), user_id: `user${numbers}`, digest: digestOf(`secret ${numbers}`) };
  const rest = {
    name: 'laptop',
    status: 'active',
    created_at: testTime(),
    revoked_at: null,
    last_used_at: null,
  } as const;
  await tablesOf(db)
    .insertInto('api_key')
    .values({ ...row, ...rest, ...values })
    .execute();
  return row;
}

describe('reading keys', () => {
  it('given many at one moment, then each finds its own, none a wrong or revoked one', async () => {
    const [first, second, revoked] = [await stored(), await stored(), await stored()];
    await revokeKey(db, revoked.key_id);
    const { find } = keyReader(db, clock);
    const digests = [second, first, revoked, second].map(({ digest }) => digest);
    const found = await Promise.all([...digests, randomBytes(32)].map(find));
    const [one, another] = [first.user_id, second.user_id];
    expect(found.map((key) => key?.user_id)).toEqual([another, one, undefined, another, undefined]);
  });

  it('given a revocation while others are being read, then whoever asks after it finds nothing', async () => {
    const key = await stored();
    const { find, isActive } = keyReader(db, clock);
    // Held up by a lock on the table: its answer may be of before the revocation, but nobody later may share it.
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const locking = db.transaction().execute(async (trx) => {
      await sql`lock table api_key in access exclusive mode`.execute(trx);
      locked.resolve();
      await held.promise;
      await revokeKey(trx, key.key_id);
    });
    await locked.promise;
    const early = [find(key.digest), isActive(key.key_id)];
    held.resolve();
    await locking;
    const late = [find(key.digest), isActive(key.key_id)];
    await Promise.all(early);
    expect(await Promise.all(late)).toEqual([undefined, false]);
  });

  it('finds a session until it expires, or the key that it was begun with is revoked', async () => {
    const key = await stored();
    const session = (expires_at: Date, begun_with?: string) => stored({ kind: 'session', expires_at, begun_with });
    const later = new Date(testTime().getTime() + 1);
    const sessions = [await session(later), await session(testTime()), await session(later, key.key_id)];
    const { find, isActive } = keyReader(db, clock);
    const found = async () => [
      await Promise.all(sessions.map(({ digest }) => find(digest).then((row) => row !== undefined))),
      await Promise.all(sessions.map(({ key_id }) => isActive(key_id))),
    ];
    expect(await found()).toEqual([
      [true, false, true],
      [true, false, true],
    ]);
    await revokeKey(db, key.key_id);
    expect(await found()).toEqual([
      [true, false, false],
      [true, false, false],
    ]);
  });
});
