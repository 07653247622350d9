import { answerQueries } from '@styling/bus';
import { KEY_DAYS_AT_ONCE, type KeyDay, readUsageDays } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { testTime } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey, revoke } from '../keys/key-administration.ts';

let gateways: TestGateways;
let key: Awaited<ReturnType<typeof createKey>>;
let asked: { key_ids: string[]; from: string; to: string; after: Pick<KeyDay, 'day' | 'endpoint'> | null }[] = [];
let answers: KeyDay[] = [];
let users = 0;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: testTime });
  const bus = await gateways.servers.connect('usage');
  const answer = async (request: (typeof asked)[number]) => {
    asked.push(request);
    const { from, to, after } = request;
    const due = answers.filter((one) => one.day >= from && one.day <= to && (!after || place(one) > place(after)));
    return { days: due.slice(0, KEY_DAYS_AT_ONCE) };
  };
  answerQueries(bus, readUsageDays, answer, { queue: 'usage', log: silentLogger() });
});
afterAll(() => gateways.stop());
beforeEach(async () => {
  [asked, answers] = [[], []];
  key = await createKey(gateways.deps, `user${++users}`, 'one');
});

async function call(query = '') {
  const headers = { 'x-api-key': key.key };
  const response = await fetch(`http://127.0.0.1:${gateways.gateway.port}/usage/days${query}`, { headers });
  const transfer = response.headers.get('transfer-encoding');
  return { status: response.status, transfer, body: (await response.json()) as Record<string, unknown> };
}
/** Where a row of the key is in the order of rows. */
const place = ({ day, endpoint }: Pick<KeyDay, 'day' | 'endpoint'>) => `${day} ${endpoint}`;
const row = (day: string, counts: Partial<KeyDay> = {}): KeyDay => ({
  day,
  key_id: key.key_id,
  endpoint: '/try_on_outfit',
  requests: 1,
  refused: 0,
  failed: 0,
  ...counts,
});

describe('usage by day', () => {
  it('is asked of every key of the user, revoked ones too, and of nobody else', async () => {
    const revoked = await createKey(gateways.deps, `user${users}`, 'another');
    await revoke(gateways.deps, revoked.key_id);
    await createKey(gateways.deps, `neighbour${users}`, 'foreign');
    const { status, body } = await call();
    expect([status, body]).toEqual([
      200,
      {
        days: [],
        resets_at: '2026-03-05T00:00:00.000Z',
        rate_limit: { daily_limit: 5, used_today: 0, remaining: 5 },
      },
    ]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.key_ids.toSorted()).toEqual([key.key_id, revoked.key_id].toSorted());
  });

  it.each([
    ['', '2026-02-03'],
    ['?days=1', '2026-03-04'],
    ['?days=90', '2025-12-05'],
  ])('ends today, and begins as asked: %j', async (query, from) => {
    expect((await call(query)).status).toBe(200);
    expect(asked).toMatchObject([{ from, to: '2026-03-04', after: null }]);
  });

  it.each(['0', '91', '-1', '1.5', '', 'x', '1e1'])('refuses days=%s', async (days) => {
    expect((await call(`?days=${days}`)).status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('says how many had which outcome, and leaves out what is nothing', async () => {
    answers = [row('2026-03-03', { requests: 9, refused: 3, failed: 1 }), row('2026-03-04')];
    const one = { key_id: key.key_id, endpoint: '/try_on_outfit' };
    expect((await call()).body.days).toEqual([
      { ...one, day: '2026-03-03', outcome: 'succeeded', requests: 5 },
      { ...one, day: '2026-03-03', outcome: 'refused', requests: 3 },
      { ...one, day: '2026-03-03', outcome: 'failed', requests: 1 },
      { ...one, day: '2026-03-04', outcome: 'succeeded', requests: 1 },
    ]);
  });

  it('given more rows than one reply of the bus holds, has all of them in parts, day by day', async () => {
    const many = (day: string) =>
      Array.from({ length: KEY_DAYS_AT_ONCE + 1 }, (_, index) => row(day, { endpoint: `/e${10_000 + index}` }));
    answers = [row('2026-03-01'), ...many('2026-03-02'), row('2026-03-04')];
    const { body, transfer } = await call('?days=5');
    expect(transfer).toBe('chunked');
    expect(body).toEqual({
      days: answers.map(({ refused, failed, ...rest }) => ({ ...rest, outcome: 'succeeded' })),
      resets_at: '2026-03-05T00:00:00.000Z',
      rate_limit: { daily_limit: 5, used_today: 0, remaining: 5 },
    });
    const last = (index: number) => expect.objectContaining({ endpoint: answers[index]?.endpoint });
    expect(asked).toMatchObject([
      { from: '2026-02-28', to: '2026-03-04', after: null },
      { from: '2026-03-02', to: '2026-03-02', after: last(KEY_DAYS_AT_ONCE - 1) },
      { from: '2026-03-03', to: '2026-03-03', after: null },
      { from: '2026-03-04', to: '2026-03-04', after: null },
    ]);
  });
});
