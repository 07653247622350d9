import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { ask, publish } from '@styling/bus';
import * as contracts from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import { anywhere, publicOnly } from '@styling/fetching';
import { waitUntil } from '@styling/local-servers';
import { rebuild } from '@styling/projections';
import type { Running } from '@styling/service';
import { silentLogger } from '@styling/telemetry';
import {
  anAcceptedRequest,
  aRequestCompleted,
  dump,
  startTestServers,
  type TestServers,
  testId,
} from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { recordAttempt } from './deliveries/attempts.ts';
import { claimDeliveries } from './deliveries/claim-deliveries.ts';
import { sendDelivery } from './deliveries/run-sender.ts';
import { feedProjection } from './feed-projection.ts';
import { type Receiver, responding, startReceiver } from './receiver.fixture.ts';
import { createKeyring } from './sealed-settings.ts';
import { startWebhooks } from './service.ts';
import { resealWebhooks } from './webhook-queries.ts';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const log = silentLogger();
const [firstKey, otherKey] = [randomBytes(32), randomBytes(32)];
const keyring = createKeyring([firstKey], randomBytes);
let servers: TestServers;
let db: Kysely<unknown>;
let replicas: Running[];

async function startReplica(name: string): Promise<Running> {
  const shared = { bus: await servers.connect(name), db, clock: () => new Date(), log };
  return startWebhooks({ ...shared, random: randomBytes, keyring, policy: anywhere });
}
const startReplicas = async () => {
  replicas = [await startReplica('webhooks-1'), await startReplica('webhooks-2')];
};
const stopReplicas = () => Promise.all(replicas.map((replica) => replica.stop()));

beforeAll(async () => {
  servers = await startTestServers();
  db = connectDatabase({ url: servers.postgres.url, schema: 'webhooks', log });
  await migrate(db, 'webhooks', MIGRATIONS);
  await startReplicas();
});
afterAll(async () => {
  await stopReplicas();
  await db.destroy();
  await servers.stop();
});

let numbers = 0;
const newUser = () => `user${++numbers}`;
/** A job of a user ends. @returns the id of its request */
async function endJob(
  user_id: string,
  data: Parameters<typeof aRequestCompleted>[1] = {},
  now = new Date(),
): Promise<string> {
  const number = ++numbers;
  const of = { user_id, key_id: testId('key', 1), received_at: now.toISOString() };
  await publish(servers.bus, anAcceptedRequest(number, of, now));
  await publish(servers.bus, aRequestCompleted(number, { ...of, ...data }, now));
  return testId('req', number);
}
async function receiving(behaviour?: Receiver['behaviour']): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  if (behaviour) receiver.behaviour = behaviour;
  return receiver;
}
async function subscribe(
  user_id: string,
  receiver: Pick<Receiver, 'url'>,
  events: readonly string[] = ['job.succeeded'],
) {
  const given = { user_id, key_id: testId('key', 1), url: receiver.url, description: 'Orders' };
  const { webhook, secret } = await ask(servers.bus, contracts.createWebhook, {
    ...given,
    events: events as ['job.failed'],
  });
  return { user_id, webhook_id: webhook.webhook_id, secret };
}
type Owned = { readonly user_id: string; readonly webhook_id: string };
const deliveriesOf = async ({ user_id, webhook_id }: Owned) =>
  (await ask(servers.bus, contracts.listDeliveries, { user_id, webhook_id, status: null, limit: 100, cursor: null }))
    .deliveries;
const rowsOf = async ({ webhook_id }: Owned) =>
  (await sql`select * from delivery where webhook_id = ${webhook_id}`.execute(db)).rows;
const getWebhook = async ({ user_id, webhook_id }: Owned) =>
  (await ask(servers.bus, contracts.getWebhook, { user_id, webhook_id })).webhook;
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => error.code as string,
  );
const until = async (what: string, isSo: () => Promise<boolean> | boolean) =>
  expect([what, await waitUntil(isSo, { timeoutMs: 20_000 })]).toEqual([what, true]);
/** What waits for its next attempt gets it now. */
const hurry = ({ webhook_id }: Owned) =>
  sql`update delivery set next_attempt_at = now() where webhook_id = ${webhook_id} and status = 'pending' and lease is null`.execute(
    db,
  );

describe('an event', () => {
  it('given a webhook that wants it, then it is delivered once, signed, with the id of the feed, and its record says so', async () => {
    const user = newUser();
    const receiver = await receiving();
    const webhook = await subscribe(user, receiver);
    receiver.secret = webhook.secret;
    const job_id = await endJob(user);
    await until('delivered', () => receiver.received.length > 0);
    const asked = { user_id: user, cursor: null, types: null, limit: 100 };
    const { events } = await ask(servers.bus, contracts.readEvents, asked);
    expect(receiver.received).toEqual([
      { id: events[0]?.id, body: { ...events[0], cursor: undefined, data: expect.objectContaining({ job_id }) } },
    ]);
    await until('recorded', async () => (await deliveriesOf(webhook))[0]?.status === 'succeeded');
    expect(await deliveriesOf(webhook)).toMatchObject([
      {
        event_id: events[0]?.id,
        type: 'job.succeeded',
        next_attempt_at: null,
        attempts: [{ status: 204, failure: null }],
      },
    ]);
  });

  it("given webhooks that want other types, are disabled, or are another user's, then it is not delivered to them", async () => {
    const user = newUser();
    const receiver = await receiving();
    const [wanting, failures, disabled] = [
      await subscribe(user, receiver),
      await subscribe(user, receiver, ['job.failed']),
      await subscribe(user, receiver),
    ];
    const foreign = await subscribe(newUser(), receiver);
    await ask(servers.bus, contracts.changeWebhook, { ...owned(disabled), enabled: false });
    await endJob(user);
    await until('delivered', () => receiver.received.length > 0);
    expect(
      await Promise.all([wanting, failures, disabled, foreign].map(async (one) => (await deliveriesOf(one)).length)),
    ).toEqual([1, 0, 0, 0]);
  });

  it('given a test, then it is sent to the tested webhook only, whatever that subscribes to', async () => {
    const user = newUser();
    const receiver = await receiving();
    const [tested, other] = [await subscribe(user, receiver), await subscribe(user, receiver)];
    const request_id = testId('req', ++numbers);
    const { event_id } = await ask(servers.bus, contracts.testWebhook, { ...owned(tested), request_id });
    await until('delivered', () => receiver.received.length > 0);
    expect(receiver.received).toMatchObject([{ id: event_id, body: { type: 'webhook.test' } }]);
    const again = { ...owned(tested), request_id: testId('req', ++numbers) };
    expect(await ask(servers.bus, contracts.testWebhook, again)).toEqual({ event_id });
    expect(await deliveriesOf(tested)).toMatchObject([{ event_id }]);
    expect(await deliveriesOf(other)).toEqual([]);
  });

  it('given a secret that was replaced, then receivers with the old and with the new one verify, until the overlap ends', async () => {
    const user = newUser();
    const [one, other] = [await receiving(), await receiving()];
    const webhook = await subscribe(user, one);
    one.secret = webhook.secret;
    const rotated = await ask(servers.bus, contracts.rotateSecret, { ...owned(webhook), overlap_seconds: 60 });
    await endJob(user);
    await until('delivered to who has the old one', () => one.received.length > 0);
    await ask(servers.bus, contracts.changeWebhook, { ...owned(webhook), url: other.url });
    other.secret = rotated.secret;
    await endJob(user);
    await until('delivered to who has the new one', () => other.received.length > 0);
    const last = await ask(servers.bus, contracts.rotateSecret, { ...owned(webhook), overlap_seconds: 0 });
    await endJob(user);
    await until('refused', () => other.headers.length > 1);
    expect(other.headers.at(-1)?.['webhook-signature']).not.toContain(' ');
    expect([other.received.length, last.secret === rotated.secret]).toEqual([1, false]);
  });
});

describe('a receiver that', () => {
  it.each<[string, Receiver['behaviour'], number | null, string | null]>([
    ['responds with 500', responding(500), 500, null],
    ['redirects', responding(301, { location: '/elsewhere' }), 301, null],
    ['resets the connection', (response) => response.socket?.resetAndDestroy(), null, 'connection_reset'],
  ])('%s gets the event again, until it takes it', async (_, behaviour, status, failure) => {
    const user = newUser();
    const receiver = await receiving(behaviour);
    const webhook = await subscribe(user, receiver);
    await endJob(user);
    await until('recorded', async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
    const [failed] = await deliveriesOf(webhook);
    expect(failed).toMatchObject({ status: 'pending', attempts: [{ status, failure }] });
    expect(Date.parse(failed?.next_attempt_at ?? '') - Date.parse(failed?.attempts[0]?.at ?? '')).toBeGreaterThan(
      4_000,
    );
    expect((await getWebhook(webhook)).failing_since).not.toBeNull();
    receiver.behaviour = responding(200);
    await hurry(webhook);
    await until('delivered', async () => (await deliveriesOf(webhook))[0]?.status === 'succeeded');
    expect((await deliveriesOf(webhook))[0]?.attempts).toMatchObject([
      { status, failure },
      { status: 200, failure: null },
    ]);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect((await getWebhook(webhook)).failing_since).toBeNull();
  });

  it('asks for a pause gets it', async () => {
    const user = newUser();
    const receiver = await receiving(responding(429, { 'retry-after': '3600' }));
    const webhook = await subscribe(user, receiver);
    await endJob(user);
    await until('recorded', async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
    const [delivery] = await deliveriesOf(webhook);
    expect(Date.parse(delivery?.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('is gone is disabled, said in the feed once, and gets what it missed when it is enabled and recovered', async () => {
    const user = newUser();
    const receiver = await receiving(responding(410));
    const since = new Date(Date.now() - 60_000).toISOString();
    const webhook = await subscribe(user, receiver);
    await endJob(user);
    await until('disabled', async () => (await getWebhook(webhook)).status === 'disabled');
    expect(await getWebhook(webhook)).toMatchObject({ disabled_reason: 'gone' });
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed', attempts: [{ status: 410 }] }]);
    await endJob(user);
    const disablings = async () =>
      (
        await ask(servers.bus, contracts.readEvents, {
          user_id: user,
          cursor: null,
          types: ['webhook.disabled'],
          limit: 9,
        })
      ).events;
    await until('said', async () => (await disablings()).length > 0);
    const unsaid = () => sql`select from webhook where not is_announced`.execute(db);
    await until('remembered that it was said', async () => (await unsaid()).rows.length === 0);
    expect(await disablings()).toMatchObject([{ data: { webhook_id: webhook.webhook_id, reason: 'gone' } }]);
    const recover = () => ask(servers.bus, contracts.recoverDeliveries, { ...owned(webhook), since });
    expect(await errorOf(recover())).toBe('webhook_disabled');
    receiver.behaviour = responding(204);
    await ask(servers.bus, contracts.changeWebhook, { ...owned(webhook), enabled: true });
    expect(await recover()).toEqual({ scheduled: 2 });
    await until('recovered', async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'succeeded'));
    expect(await recover()).toEqual({ scheduled: 0 });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });

  it('hangs delays nobody else, and holds one place only once it is known to', async () => {
    const [user, other] = [newUser(), newUser()];
    const [dead, alive] = [await receiving(() => undefined), await receiving()];
    const webhook = await subscribe(user, dead);
    await sql`update webhook set failing_since = now() where webhook_id = ${webhook.webhook_id}`.execute(db);
    await subscribe(other, alive);
    for (let number = 0; number < 10; number++) await endJob(user);
    await until('tried', () => dead.headers.length > 0);
    const started = performance.now();
    for (let number = 0; number < 10; number++) await endJob(other);
    await until('delivered to the other', () => alive.received.length === 10);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(dead.headers.length).toBe(1);
    await ask(servers.bus, contracts.deleteWebhook, owned(webhook));
  });
});

describe('an address that is no longer allowed', () => {
  it('given it was set under other rules, then nothing is sent there', async () => {
    const receiver = await receiving();
    const claimed = { ...(await claimedOf(receiver.url)), event: null };
    const event = { event_id: 'evt_1', type: 'key.created' as const, timestamp: '', data: { key_id: '' } };
    const sending = { keyring, policy: publicOnly };
    expect(await sendDelivery({ ...claimed, event }, sending, new Date())).toEqual({
      status: null,
      failure: 'forbidden_address',
    });
    expect(await sendDelivery(claimed, sending, new Date())).toEqual({ status: null, failure: 'event_expired' });
    expect(receiver.headers).toEqual([]);
  });

  /** A claim of a webhook with this address, as if it had something to send. */
  async function claimedOf(url: string) {
    const owned = { user_id: newUser(), webhook_id: testId('whk', ++numbers) };
    const sealed = keyring.seal({ url, description: '', secrets: [] }, owned);
    const state = { attempt: 1, failingForMs: 0, failures: 0, lateMs: 0 };
    return { ...owned, ...state, sealed, delivery_id: 'dlv_1', lease: 'one' };
  }
});

describe('a sender that is killed', () => {
  /** Only the tests claim, and only these webhooks have something to send, which is due: also what a stopped replica had claimed. */
  const withoutReplicas = async (webhooks: readonly Owned[], work: () => Promise<void>) => {
    const own = webhooks.map(({ webhook_id }) => webhook_id);
    await stopReplicas();
    try {
      await sql`
        update delivery set lease = null, next_attempt_at = now(),
          status = case when webhook_id = any(${own}::text[]) then 'pending' else 'failed' end
        where status = 'pending'`.execute(db);
      await work();
    } finally {
      await startReplicas();
    }
  };
  const claim = (lease: string) => claimDeliveries(db, 100, lease, 30_000);
  const outcome = { status: 204, failure: null };
  const settlement = { status: 'succeeded', pauseMs: null, disabled: null } as const;

  it('given it had claimed, sent or not, then nobody else claims within its lease, and the event is sent again after it', async () => {
    const user = newUser();
    const receiver = await receiving(responding(500));
    const webhook = await subscribe(user, receiver);
    await endJob(user);
    await until('recorded', async () => (await deliveriesOf(webhook))[0]?.attempts.length === 1);
    receiver.behaviour = responding(204);
    await withoutReplicas([webhook], async () => {
      expect(await claim('one')).toMatchObject([{ webhook_id: webhook.webhook_id, attempt: 2 }]);
      expect(await claim('two')).toEqual([]);
      await sql`update delivery set next_attempt_at = now() where lease = 'one'`.execute(db);
      const [again] = await claim('three');
      expect(again).toMatchObject({ attempt: 2 });
      // The first one was only slow: what it did is recorded, and decides nothing.
      if (again) await recordAttempt(db, { ...again, lease: 'one' }, outcome, 40_000, settlement);
      expect(await rowsOf(webhook)).toMatchObject([{ status: 'pending', lease: 'three' }]);
      await sql`update delivery set next_attempt_at = now() where lease = 'three'`.execute(db);
    });
    await until('delivered', async () => (await deliveriesOf(webhook))[0]?.status === 'succeeded');
    expect((await deliveriesOf(webhook))[0]?.attempts.map(({ status }) => status)).toEqual([500, 204, 204]);
  });

  it('given an endpoint with many, then it gets four at once, one if it is failing, those that waited longest', async () => {
    const user = newUser();
    const webhook = await subscribe(user, await receiving(responding(500)));
    for (let number = 0; number < 6; number++) await endJob(user);
    await until('scheduled', async () => (await deliveriesOf(webhook)).length === 6);
    await withoutReplicas([webhook], async () => {
      const wait = sql`
        update delivery set status = 'pending', lease = null,
          next_attempt_at = now() - ('x' || right(delivery_id, 7))::bit(28)::int * interval '1 us'
        where webhook_id = ${webhook.webhook_id} returning delivery_id, next_attempt_at::text as due_at`;
      const rows = (await wait.execute(db)).rows as { delivery_id: string; due_at: string }[];
      const oldest = rows.sort((a, b) => (a.due_at < b.due_at ? -1 : 1)).map(({ delivery_id }) => delivery_id);
      const claimed = async (lease: string) => (await claim(lease)).map(({ delivery_id }) => delivery_id);
      await sql`update webhook set failing_since = null`.execute(db);
      expect(await claimed('one')).toEqual(oldest.slice(0, 4));
      expect(await claimed('two')).toEqual([]);
      await wait.execute(db);
      await sql`update webhook set failing_since = now() where webhook_id = ${webhook.webhook_id}`.execute(db);
      expect(await claimed('three')).toHaveLength(1);
      expect(await claimed('four')).toEqual([]);
      await sql`update delivery set status = 'failed', lease = null where status = 'pending'`.execute(db);
    });
  });

  it('given senders that claim at the same time, then each delivery is claimed once', async () => {
    const user = newUser();
    const receiver = await receiving(responding(500));
    const webhooks = await Promise.all(Array.from({ length: 8 }, () => subscribe(user, receiver)));
    await endJob(user);
    await until('all tried', () => receiver.headers.length === 8);
    await until('recorded', async () =>
      (await Promise.all(webhooks.map(deliveriesOf))).every(([delivery]) => delivery?.attempts.length === 1),
    );
    await withoutReplicas(webhooks, async () => {
      await sql`update webhook set failing_since = null`.execute(db);
      const claims = await Promise.all(['a', 'b', 'c', 'd'].map(claim));
      const ids = claims.flat().map(({ delivery_id }) => delivery_id);
      expect([ids.length, new Set(ids).size]).toEqual([8, 8]);
      await sql`update delivery set status = 'failed', lease = null where status = 'pending'`.execute(db);
    });
  });
});

describe('a rebuild', () => {
  it('given deliveries, then it sends nothing again, and what only it has seen is delivered once', async () => {
    const user = newUser();
    const receiver = await receiving();
    const webhook = await subscribe(user, receiver);
    await endJob(user);
    await until('delivered', () => receiver.received.length === 1);
    const options = { url: servers.postgres.url, schema: 'webhooks', migrations: MIGRATIONS, log };
    const before = await dump(db, ['webhook', 'user_event']);
    expect(await rebuild(servers.bus, feedProjection, options)).toMatchObject({ identical: true });
    expect(await dump(db, ['webhook', 'user_event'])).toBe(before);
    await stopReplicas();
    await endJob(user);
    await rebuild(servers.bus, feedProjection, options);
    expect(await rowsOf(webhook)).toHaveLength(1);
    await startReplicas();
    await until('delivered', () => receiver.received.length === 2);
    await endJob(user);
    await until('the next one delivered', () => receiver.received.length === 3);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(3);
  }, 60_000);
});

it('given that the log is scheduled from its start again, then a webhook receives nothing of before it was made', async () => {
  const user = newUser();
  await endJob(user, {}, new Date(Date.now() - 60_000));
  const asked = { user_id: user, cursor: null, types: null, limit: 100 };
  expect((await ask(servers.bus, contracts.readEvents, asked)).events).toHaveLength(1);
  const receiver = await receiving();
  const webhook = await subscribe(user, receiver);
  await sql`update scheduled set seq = 0`.execute(db);
  const job_id = await endJob(user);
  await until('delivered', () => receiver.received.length > 0);
  expect(await deliveriesOf(webhook)).toHaveLength(1);
  expect(receiver.received).toMatchObject([{ body: { data: { job_id } } }]);
});

describe('webhooks of a user', () => {
  it('given ten at once, and more, then ten exist', async () => {
    const user = newUser();
    const made = await Promise.all(
      Array.from({ length: 14 }, () => errorOf(subscribe(user, { url: 'https://hook.example/' }))),
    );
    expect(made.filter((code) => code === 'none')).toHaveLength(10);
    expect(made.filter((code) => code === 'too_many_webhooks')).toHaveLength(4);
    expect((await ask(servers.bus, contracts.listWebhooks, { user_id: user })).webhooks).toHaveLength(10);
  });

  it('given a delivery, then it is redelivered with the same id, and pages end', async () => {
    const user = newUser();
    const receiver = await receiving();
    const webhook = await subscribe(user, receiver);
    for (let number = 0; number < 3; number++) await endJob(user);
    await until('delivered', () => receiver.received.length === 3);
    const page = (cursor: string | null) =>
      ask(servers.bus, contracts.listDeliveries, { ...owned(webhook), status: null, limit: 2, cursor });
    const first = await page(null);
    const second = await page(first.next_cursor);
    expect([first.deliveries.length, second.deliveries.length, second.next_cursor]).toEqual([2, 1, null]);
    expect(await errorOf(page('bm9uc2Vuc2U'))).toBe('invalid_cursor');
    const [delivery] = second.deliveries;
    const asked = { ...owned(webhook), delivery_id: delivery?.delivery_id ?? '' };
    await until('recorded', async () => (await deliveriesOf(webhook)).every(({ status }) => status === 'succeeded'));
    expect((await ask(servers.bus, contracts.redeliver, asked)).delivery.status).toBe('pending');
    await until('redelivered', () => receiver.received.length === 4);
    expect(receiver.received.at(-1)?.id).toBe(delivery?.event_id);
    expect(
      await errorOf(ask(servers.bus, contracts.redeliver, { ...asked, delivery_id: `dlv_${'0'.repeat(24)}` })),
    ).toBe('delivery_not_found');
  });

  it('given the tables, then address, description and secret are not readable in them', async () => {
    const { secret } = await subscribe(newUser(), { url: 'https://hook.example/canary-address' });
    const text = await dump(db, ['webhook', 'delivery', 'attempt']);
    const hex = (word: string) => Buffer.from(word).toString('hex');
    for (const word of ['canary-address', 'Orders', secret]) {
      expect(text).not.toContain(word);
      expect(text).not.toContain(hex(word));
    }
  });

  it('given another first key, then all are sealed again with it, and open without the old one', async () => {
    const webhook = await subscribe(newUser(), { url: 'https://hook.example/' });
    const rotated = createKeyring([otherKey, firstKey], randomBytes);
    const { resealed } = await resealWebhooks({ db, keyring: rotated, log });
    expect(resealed).toBeGreaterThan(0);
    expect(await resealWebhooks({ db, keyring: rotated, log })).toEqual({ resealed: 0, unreadable: 0 });
    expect(await errorOf(getWebhook(webhook))).toBe('internal');
    expect((await resealWebhooks({ db, keyring, log })).unreadable).toBe(resealed);
    await resealWebhooks({ db, keyring: createKeyring([firstKey, otherKey], randomBytes), log });
    expect((await getWebhook(webhook)).url).toBe('https://hook.example/');
  });

  it('given the erasure of the user, then webhooks and deliveries are gone', async () => {
    const user = newUser();
    const receiver = await receiving();
    const webhook = await subscribe(user, receiver);
    await endJob(user);
    await until('delivered', () => receiver.received.length === 1);
    const key_id = testId('key', 1_000 + numbers);
    await publish(
      servers.bus,
      contracts.createEvent(contracts.imageDisowned, '/services/gateway', new Date(), { key_id, user_id: user }),
    );
    await until('gone', async () => (await errorOf(getWebhook(webhook))) === 'webhook_not_found');
    expect(await rowsOf(webhook)).toEqual([]);
  });
});

const owned = ({ user_id, webhook_id }: Owned): Owned => ({ user_id, webhook_id });
