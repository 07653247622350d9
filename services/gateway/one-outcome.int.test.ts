import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestAccepted, RequestCompleted } from '@styling/contracts';
import { eventsOfRequest } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateways, type TestGateways } from './gateway.fixture.ts';
import { createKey } from './keys/key-administration.ts';
import { startGateway } from './service.ts';
import { tablesOf } from './tables.fixture.ts';

// docs/invariants.md, 1: outages that are longer than the server's window for duplicates, which is short here.

/** Not below the pause after which a publish is repeated. */
const WINDOW_MS = 1_000;
const TIMEOUT_MS = 20_000;
const GRACE_MS = 1_000;
const LIMIT = { timeout: 30_000, interval: 50 };
let gateways: TestGateways;
/** How far the clock of the gateways is ahead. */
let aheadMs = 0;
beforeAll(async () => {
  const times = { requestTimeoutMs: TIMEOUT_MS, sweepGraceMs: GRACE_MS, duplicateWindowMs: WINDOW_MS };
  gateways = await startTestGateways({ dailyLimit: 20, clock: () => new Date(Date.now() + aheadMs), ...times });
});
afterAll(() => gateways.stop());

/** `count` new users with a key each. */
const newUsers = (prefix: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { key } = await createKey(gateways.deps, `${prefix}${index}`, 'test');
      return { user_id: `${prefix}${index}`, key };
    }),
  );

async function ask(key: string, at = gateways.gateway, signal?: AbortSignal) {
  const sent = { headers: { 'idempotency-key': 'once' }, at, ...(signal && { signal }) };
  const { status, headers } = await gateways.tryOn(key, sent);
  return { status, replayed: headers.get('idempotent-replayed') };
}

/** Leaves requests with the worker. @returns those that it was given */
function holdWork(): RequestAccepted[] {
  const taken: RequestAccepted[] = [];
  gateways.setWork(async (event) => {
    if (!taken.some(({ id }) => id === event.id)) taken.push(event);
  });
  return taken;
}

const slots = (users: readonly { user_id: string }[]) =>
  tablesOf(gateways.db)
    .selectFrom('admission')
    .select(['used', 'request_id'])
    .where(
      'user_id',
      'in',
      users.map(({ user_id }) => user_id),
    )
    .execute();

/** Statuses of the terminal events of a request, in the order of the log. */
const endings = async ({ data }: RequestAccepted) =>
  (await eventsOfRequest(gateways.servers.bus, data.request_id))
    .filter((event): event is RequestCompleted => event.type === 'request.completed')
    .map((event) => event.data.status);

it('given requests that end with 200 while Postgres is away for longer than the window, then nothing overturns that, even where the gateway dies waiting', async () => {
  const [users, orphans] = [await newUsers('away', 8), await newUsers('orphan', 4)];
  const all = [...users, ...orphans];
  const taken = holdWork();
  const bus = await gateways.servers.connect('doomed');
  const doomed = await startGateway({ ...gateways.deps, name: 'doomed', bus }, 0);
  const asked = users.map(({ key }) => ask(key));
  const leaving = new AbortController();
  const lost = orphans.map(({ key }) => ask(key, doomed, leaving.signal).catch(() => undefined));
  await expect.poll(() => taken.length, LIMIT).toBe(all.length);
  await bus.close();
  await gateways.servers.postgres.stop();
  await Promise.all(taken.map((event) => gateways.complete(event)));
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(users.map(() => 200));
  // Every deadline passes, and the grace of the sweep; only the server's own window has to be waited for.
  aheadMs = TIMEOUT_MS + GRACE_MS;
  await sleep(2 * WINDOW_MS);
  await gateways.servers.postgres.start();

  await expect.poll(() => slots(all), LIMIT).toEqual(all.map(() => ({ used: 1, request_id: null })));
  expect(await Promise.all(taken.map(endings))).toEqual(all.map(() => [200]));
  for (const { key } of users) expect(await ask(key)).toEqual({ status: 200, replayed: 'true' });
  expect(await slots(all)).toEqual(all.map(() => ({ used: 1, request_id: null })));
  leaving.abort();
  await Promise.all(lost);
  await doomed.stop();
});

it('given a worker that ends its request after its gateway did, then the first ending counts: given back once, and repeatable', async () => {
  const users = await newUsers('late', 3);
  const taken = holdWork();
  const hasty = await startGateway({ ...gateways.deps, name: 'hasty', requestTimeoutMs: 500 }, 0);
  expect((await Promise.all(users.map(({ key }) => ask(key, hasty)))).map(({ status }) => status)).toEqual([
    ...[504, 504, 504],
  ]);
  await expect.poll(() => taken.length, LIMIT).toBe(3);
  await expect.poll(() => slots(users), LIMIT).toEqual(users.map(() => ({ used: 0, request_id: null })));
  await sleep(2 * WINDOW_MS);
  await Promise.all(taken.map((event) => gateways.complete(event)));
  expect(await Promise.all(taken.map(endings))).toEqual(users.map(() => [504, 200]));
  gateways.setWork((event) => gateways.complete(event));
  for (const { key } of users) expect(await ask(key)).toEqual({ status: 200, replayed: null });
  expect(await slots(users)).toEqual(users.map(() => ({ used: 1, request_id: null })));
  await hasty.stop();
});
