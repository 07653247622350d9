import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { connectDatabase, migrate } from '@styling/database';
import { silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers, testId, testTime } from '@styling/testing';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayTables } from '../tables.ts';
import { digestOf } from './api-key.ts';
import { keyReader } from './authenticate.ts';
import { insertKey, revokeKey } from './key-store.ts';

let servers: TestServers;
let db: Kysely<GatewayTables>;

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'gateway', log: silentLogger() });
  await migrate(db, 'gateway', fileURLToPath(new URL('../migrations', import.meta.url)));
});
afterAll(async () => {
  await db.destroy();
  await servers.stop();
});

const clock = () => testTime();
let numbers = 0;
async function stored(): Promise<{ key_id: string; user_id: string; digest: Buffer }> {
  const key = { key_id: testId('key', ++numbers), user_id: `user${numbers}`, digest: digestOf(`secret ${numbers}`) };
  await insertKey(db, { ...key, name: 'laptop', created_at: testTime() });
  return key;
}

describe('reading keys', () => {
  it('given many at one moment, then each finds its own, none a wrong or revoked one, by one statement', async () => {
    const [first, second, revoked] = [await stored(), await stored(), await stored()];
    await revokeKey(db, revoked.key_id, testTime());
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery({ node }) {
        statements++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const { find } = keyReader(db.withPlugin(counting), clock);
    const digests = [second, first, revoked, second].map(({ digest }) => digest);
    const found = await Promise.all([...digests, randomBytes(32)].map(find));
    const [one, another] = [first.user_id, second.user_id];
    expect(found.map((key) => key?.user_id)).toEqual([another, one, undefined, another, undefined]);
    expect(statements).toBe(1);
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
      await revokeKey(trx, key.key_id, testTime());
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
    const session = async (expires_at: Date, begun_with?: string) => {
      const row = { key_id: testId('key', ++numbers), user_id: key.user_id, digest: digestOf(`secret ${numbers}`) };
      const times = { created_at: testTime(), revoked_at: null, last_used_at: null, expires_at };
      const rest = { name: 'Firefox', status: 'active', kind: 'session', begun_with } as const;
      await db
        .insertInto('api_key')
        .values({ ...row, ...times, ...rest })
        .execute();
      return row;
    };
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
    await revokeKey(db, key.key_id, testTime());
    expect(await found()).toEqual([
      [true, false, false],
      [true, false, false],
    ]);
  });
});
