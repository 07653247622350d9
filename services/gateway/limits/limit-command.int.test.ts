import { readToHead } from '@styling/bus';
import { createEvent, type UserLimitsChanged, userLimitsChanged } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { testTime } from '@styling/testing';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replicas, startReplicas } from '../admission/admission.fixture.ts';
import { gatewayProjection } from '../gateway-projection.ts';
import { runLimitCommand } from './limit-command.ts';
import { readLimits } from './user-limits.ts';

let replicas: Replicas;
let db: Kysely<unknown>;
let now = testTime();
const run = (...args: string[]) => runLimitCommand({ db, bus: replicas.servers.bus, clock: () => now }, args);

beforeAll(async () => {
  replicas = await startReplicas();
  db = replicas.db;
});
afterAll(() => replicas.stop());

/** The changes of a user's limits in the log, in its order. */
async function changesOf(user: string): Promise<UserLimitsChanged[]> {
  const found: UserLimitsChanged[] = [];
  const filter = `styling.user.limits_changed.${user}.*`;
  for await (const { event } of readToHead(replicas.servers.bus, {
    name: 'test',
    filter,
    after: 0,
    log: silentLogger(),
  })) {
    if (event?.type === 'user.limits_changed') found.push(event);
  }
  return found;
}

describe('npm run limits', () => {
  it('sets one limit or both, keeps the other, and takes both back; the log tells all of it', async () => {
    const none = { user_id: 'alice', daily: null, concurrency: null, changed_at: null };
    expect(await run('show', '--user', 'alice')).toEqual(none);
    expect(await run('set', '--user', 'alice', '--daily', '200', '--concurrency', '4')).toEqual({
      user_id: 'alice',
      daily: 200,
      concurrency: 4,
      changed_at: now,
    });
    now = new Date(now.getTime() + 1_000);
    await run('set', '--user', 'alice', '--daily', '0');
    expect(await run('show', '--user', 'alice')).toEqual({
      user_id: 'alice',
      daily: 0,
      concurrency: 4,
      changed_at: now,
    });
    await run('set', '--user', 'alice', '--daily', 'default', '--concurrency', 'default');
    expect(await run('show', '--user', 'alice')).toEqual({ ...none, changed_at: expect.any(Date) });
    expect((await changesOf('alice')).map(({ data }) => [data.daily, data.concurrency])).toEqual([
      [200, 4],
      [0, 4],
      [null, null],
    ]);
  });

  it('given a clock that was set back, then the newer command counts nevertheless', async () => {
    await run('set', '--user', 'bob', '--daily', '10');
    now = new Date(now.getTime() - 3_600_000);
    expect(await run('set', '--user', 'bob', '--daily', '20')).toMatchObject({ daily: 20 });
    now = new Date(now.getTime() + 3_600_000);
  });

  it.each([
    [[], 'use: limits set'],
    [['show', '--user', 'a.b'], '--user needs'],
    [['show', '--user', 'alice', '--daily', '3'], 'use: limits set'],
    [['set', '--user', 'alice'], 'use: limits set'],
    [['set', '--user', 'alice', '--daily=-1'], '--daily needs a whole number from 0 to 1000000, or "default"'],
    [['set', '--user', 'alice', '--daily', '1.5'], '--daily needs'],
    [['set', '--user', 'alice', '--concurrency', '0'], '--concurrency needs a whole number from 1 to 64, or "default"'],
    [['show', '--colour', 'red'], "Unknown option '--colour'"],
  ])('given %j, says how it should look, and changes nothing', async (args, message) => {
    const before = [await readLimits(db, 'alice'), await changesOf('alice')];
    await expect(run(...args)).rejects.toThrow(message);
    expect([await readLimits(db, 'alice'), await changesOf('alice')]).toEqual(before);
  });
});

describe('limits in the log', () => {
  const change = (user_id: string, daily: number | null, time: string) =>
    createEvent(userLimitsChanged, 'test', testTime(time), {
      user_id,
      daily,
      concurrency: null,
      changed_at: testTime(time).toISOString(),
    });
  const fold = (...events: UserLimitsChanged[]) =>
    db.transaction().execute((trx) =>
      gatewayProjection.apply(
        trx,
        events.map((event) => ({ seq: 1, event })),
      ),
    );

  it('given the same changes again, as in a rebuild, then an old one does not return', async () => {
    const [first, second] = [change('carol', 50, '10:00:00.000'), change('carol', 70, '11:00:00.000')];
    await fold(first, second);
    await fold(first);
    expect(await readLimits(db, 'carol')).toMatchObject({ daily: 70 });
    await fold(first, second, change('carol', null, '12:00:00.000'));
    await fold(first);
    expect(await readLimits(db, 'carol')).toMatchObject({ daily: null, concurrency: null });
  });
});
