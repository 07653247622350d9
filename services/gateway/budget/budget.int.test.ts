import { publish } from '@styling/bus';
import { createEvent, type RequestAccepted, requestCharged } from '@styling/contracts';
import { testId } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromNoon, startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';
import { tablesOf } from '../tables.fixture.ts';
import { applyCharges } from './budget.ts';

let gateways: TestGateways;
let key: string;
let charges = 0;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 100, clock: fromNoon, dailyBudgetUsd: 0.1 });
  key = (await createKey(gateways.deps, 'alice', 'test')).key;
});
afterAll(() => gateways.stop());

const tryOn = (at = gateways.gateway, headers: Record<string, string> = {}) => gateways.tryOn(key, { at, headers });
const chargeOf = ({ request_id, user_id, endpoint }: RequestAccepted['data'], usd: number, id = `c${++charges}`) =>
  createEvent(requestCharged, '/services/tryon', fromNoon(), {
    request_id,
    user_id,
    endpoint,
    capability: 'tryon',
    provider: 'replicate',
    model: 'm',
    charge_id: id,
    usd,
  });
const spent = async () =>
  (await tablesOf(gateways.db).selectFrom('spending').select('usd').executeTakeFirst())?.usd ?? 0;

describe('the budget of a day', () => {
  it('given a charge that is told twice, counts it once, and admits what is left', async () => {
    gateways.setWork(async (event) => {
      const charge = chargeOf(event.data, 0.067);
      await publish(gateways.servers.bus, charge);
      await publish(gateways.servers.bus, { ...charge, id: charge.id });
      await gateways.complete(event);
    });
    expect((await tryOn(undefined, { 'idempotency-key': 'first' })).status).toBe(200);
    await vi.waitFor(async () => expect(await spent()).toBeCloseTo(0.067), 10_000);
  });

  it('given it is used up, refuses on every gateway, also one that starts now, before anything is admitted', async () => {
    expect((await tryOn()).status).toBe(200);
    await vi.waitFor(async () => expect(await spent()).toBeCloseTo(0.134), 10_000);
    const third = await startGateway({ ...gateways.deps, name: 'gateway-3' }, 0);
    try {
      for (const at of [gateways.gateway, gateways.otherGateway, third]) {
        const answer = await tryOn(at);
        expect(answer.status).toBe(503);
        expect(answer.body).toMatchObject({ code: 'budget_exhausted' });
        const seconds = Number(answer.headers.get('retry-after'));
        expect(seconds).toBeGreaterThan(11 * 3600);
        expect(seconds).toBeLessThanOrEqual(12 * 3600);
        expect(answer.headers.get('x-ratelimit-remaining')).toBeNull();
      }
    } finally {
      await third.stop();
    }
  });

  it('given it is used up, still repeats what was answered, and refuses a new request with a key without counting it', async () => {
    const replay = await tryOn(undefined, { 'idempotency-key': 'first' });
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    const fresh = await tryOn(undefined, { 'idempotency-key': 'second' });
    expect([fresh.status, fresh.body]).toEqual([503, expect.objectContaining({ code: 'budget_exhausted' })]);
    const used = () => tablesOf(gateways.db).selectFrom('admission').select('used').execute();
    await vi.waitFor(async () => expect(await used()).toEqual([{ used: 2 }]), 10_000);
  });

  it('given the log is folded again, is the same; days that are long over are forgotten', async () => {
    const data = {
      request_id: testId('req', 1),
      user_id: 'alice',
      endpoint: '/try_on_outfit',
    } as RequestAccepted['data'];
    const at = (day: number, id: string) => ({ ...chargeOf(data, 1, id), time: `2026-03-${day}T12:00:00.000Z` });
    const log = [at(10, 'x1'), at(10, 'x2'), at(15, 'x3'), at(20, 'x4')];
    const { db } = gateways;
    await tablesOf(db).deleteFrom('spending').execute();
    for (const _ of [1, 2]) {
      for (const charge of log) await applyCharges(db, [charge, charge]);
      expect(await tablesOf(db).selectFrom('spending').selectAll().orderBy('day').execute()).toEqual([
        { day: '2026-03-15', usd: 1 },
        { day: '2026-03-20', usd: 1 },
      ]);
    }
  });
});
