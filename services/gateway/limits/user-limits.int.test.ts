import { publish } from '@styling/bus';
import { createEvent, type RequestAccepted, readUsage, userLimitsChanged } from '@styling/contracts';
import { settledWithin } from '@styling/service';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aCandidate } from '../admission/admission.fixture.ts';
import { admit } from '../admission/admission.ts';
import { type Answer, fromNoon, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { tablesOf } from '../tables.fixture.ts';
import { disownUser, forgetUser } from '../upkeep/erase-user.ts';
import { changeLimits, readLimits } from './user-limits.ts';

const LIMIT = 5;
let gateways: TestGateways;
let user = '';
let users = 0;
let keys: string[] = [];

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: LIMIT, clock: fromNoon, limits: { userPerSecond: 4_000 } });
  const nothing = { total_requests: 0, requests_by_endpoint: {}, requests_today: 0, recent_requests: [] };
  gateways.answer(readUsage, async () => nothing);
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  user = `user${++users}`;
  keys = [];
  for (const name of ['one', 'another']) keys.push((await createKey(gateways.deps, user, name)).key);
});
afterEach(() => gateways.setWork((event) => gateways.complete(event)));

/** Tries by one of the user's two keys at one of the two gateways. */
const tryOn = (which = 0) =>
  gateways.tryOn(keys[(which >> 1) % 2] ?? '', { at: which % 2 ? gateways.otherGateway : gateways.gateway });
const usage = async () => (await gateways.ask(keys[0] ?? '', '/usage')).body;

describe('a user who was granted four at the same time', () => {
  it('given 60 requests at once by two keys at two gateways, then exactly four run, and all others get the 429', async () => {
    await changeLimits(gateways.deps, user, { daily: 200, concurrency: 4 });
    const taken: RequestAccepted[] = [];
    gateways.setWork(async (event) => {
      taken.push(event);
    });
    const refused: Answer[] = [];
    const asking = Array.from({ length: 60 }, async (_, index) => {
      const answer = await tryOn(index);
      if (answer.status === 429) refused.push(answer);
      return answer;
    });
    await expect.poll(() => refused.length).toBe(56);
    await expect.poll(() => taken.length).toBe(4);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ error: 'A request is already in progress. Please wait for it to complete.' });
      expect(headers.get('x-ratelimit-limit')).toBe('200');
    }
    for (const event of taken) await gateways.complete(event);
    const answers = await Promise.all(asking);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(new Set(taken.map(({ data }) => data.request_id)).size).toBe(4);
    gateways.setWork((event) => gateways.complete(event));
    expect((await tryOn()).headers.get('x-ratelimit-remaining')).toBe('195');
    expect(await usage()).toMatchObject({
      rate_limit: { daily_limit: 200, used_today: 5, remaining: 195 },
    });
  });
});

describe("a user's own day", () => {
  it('is told in headers, in the daily 429 and by GET /usage, and a change counts from the next request on', async () => {
    await changeLimits(gateways.deps, user, { daily: 1 });
    expect((await tryOn()).headers.get('x-ratelimit-remaining')).toBe('0');
    const { status, body } = await tryOn(1);
    expect(status).toBe(429);
    const error = 'Daily rate limit exceeded. You can make 1 requests per day.';
    expect(body).toMatchObject({ error, limit: 1, remaining: 0 });
    await changeLimits(gateways.deps, user, { daily: null });
    expect((await tryOn(1)).headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    await changeLimits(gateways.deps, user, { daily: 0 });
    expect((await tryOn(2)).status).toBe(429);
    expect(await usage()).toMatchObject({ rate_limit: { daily_limit: 0, used_today: 2, remaining: 0 } });
  });

  it('given a request that costs several, has it taken from the day while it runs', async () => {
    const wanted = { ...aCandidate(users, user, fromNoon()), cost: 4 };
    expect(await admit(gateways.db, [wanted], fromNoon(), LIMIT)).toMatchObject([{ outcome: 'admitted', used: 4 }]);
    expect(await usage()).toMatchObject({ rate_limit: { used_today: 4, remaining: 1 } });
  });
});

describe('erasing a user who was granted more', () => {
  const lastChange = async () =>
    (
      await gateways.servers.bus.jsm.streams.getMessage('EVENTS', {
        last_by_subj: `styling.user.limits_changed.${user}.*`,
      })
    )?.json();

  it('takes it back, in the log too, once', async () => {
    await changeLimits(gateways.deps, user, { daily: 9 });
    await disownUser(gateways.deps, user);
    await forgetUser(gateways.db, user);
    const change = await lastChange();
    expect(change).toMatchObject({ data: { user_id: user, daily: null, concurrency: null } });
    expect(await readLimits(gateways.db, user)).toMatchObject({ daily: null, concurrency: null });
    await disownUser(gateways.deps, user);
    expect(await lastChange()).toEqual(change);
  });

  it('given a change that is in the log but not projected yet, then that is taken back, too', async () => {
    const projected = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = gateways.db.transaction().execute(async (trx) => {
      await tablesOf(trx).selectFrom('checkpoint').select('name').forUpdate().execute();
      held.resolve();
      await projected.promise;
    });
    onTestFinished(() => projected.resolve());
    await held.promise;
    const now = fromNoon();
    const granted = { user_id: user, daily: 9, concurrency: null, changed_at: now.toISOString() };
    await publish(gateways.servers.bus, createEvent(userLimitsChanged, '/services/gateway', now, granted));
    const disowning = disownUser(gateways.deps, user);
    await settledWithin(disowning, 300);
    projected.resolve();
    await Promise.all([holding, disowning]);
    expect(await lastChange()).toMatchObject({ data: { daily: null } });
    expect(await readLimits(gateways.db, user)).toMatchObject({ daily: null });
  });
});
