import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '@styling/bus';
import { startTestGateways, type TestGateways } from '@styling/gateway/gateway.fixture.ts';
import { createKey, revoke } from '@styling/gateway/key-administration';
import { freePorts } from '@styling/local-servers';
import { anImageCreated, startServiceWithTables } from '@styling/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from './command-line/run-command-line.ts';
import { startFaultyProxy } from './faulty-proxy.fixture.ts';
import { ApiError, type Client, createClient, type Event, type EventFeed, verifyWebhook } from './index.ts';

// The feed and webhooks by the client, against two gateways and the webhooks service in a process of its own, with a proxy between that
// loses connections.

const LIMIT = { timeout: 20_000 };
let gateways: TestGateways;
let webhooks: { stop(): Promise<void> };
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let client: Client;
let user = '';
let key = '';
let key_id = '';
let numbers = 0;

type Received = { readonly body: string; readonly headers: IncomingHttpHeaders };
let received: Received[] = [];
let respondWith = 204;
const receiver = createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
  response.writeHead(respondWith).end();
});
const receiverUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  webhooks = await startServiceWithTables('webhooks', gateways.servers, { ALLOW_PRIVATE_URLS: '1' });
  proxy = await startFaultyProxy(`http://127.0.0.1:${gateways.gateway.port}`);
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
}, 120_000);
afterAll(async () => {
  receiver.close();
  await proxy.stop();
  await webhooks.stop();
  await gateways.stop();
});
beforeEach(async () => {
  user = `reader${++numbers}`;
  ({ key, key_id } = await createKey(gateways.deps, user, 'test'));
  client = createClient({ baseUrl: proxy.url, apiKey: key, random: () => 0 });
  received = [];
  respondWith = 204;
});
afterEach(() => proxy.setFaults(() => undefined));

/** An image of the user comes to be. */
const happen = () => publish(gateways.servers.bus, anImageCreated(++numbers, { user_id: user, key_id }, new Date()));
const ids = (events: readonly Event[]) => events.map(({ id }) => id);
const all = (options?: Parameters<Client['events']['list']>[0]) => Array.fromAsync(client.events.list(options));
/** The next `count` events of a feed. */
async function take(feed: EventFeed, count: number): Promise<Event[]> {
  const taken: Event[] = [];
  for await (const event of feed) if (taken.push(event) === count) break;
  return taken;
}
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error) => error,
  );

describe('the feed', () => {
  it('given pages that are small or lost, then each event once, in order, and the cursor continues', async () => {
    for (let times = 0; times < 4; times++) await happen();
    const whole = await all();
    expect(whole.map(({ type }) => type)).toEqual(['key.created', ...Array(4).fill('image.created')]);
    proxy.setFaults(({ earlier }) => (earlier % 2 ? undefined : 'half'));
    expect(await all({ pageSize: 2 })).toEqual(whole);
    expect(await all({ types: ['key.created'] })).toEqual(whole.slice(0, 1));
    expect(await client.events.get(whole[2]?.id ?? '')).toEqual(whole[2]);
    proxy.setFaults(() => undefined);

    const feed = client.events.list({ pageSize: 2 });
    await take(feed, 3);
    // The first of a page: of the two events of the page only its beginning has a cursor.
    expect(ids(await Array.fromAsync(feed))).toEqual(ids(whole.slice(2)));
    await happen();
    const next = await all({ cursor: feed.cursor });
    expect(next).toHaveLength(1);
    const latest = await client.events.latestCursor();
    expect(await all({ cursor: latest })).toEqual([]);
    await happen();
    expect(await all({ cursor: latest })).toHaveLength(1);
  });

  it('given streams that are cut again and again, then it goes on where they ended', async () => {
    const faults = ['stream', 'before', 'half', 'stream', undefined, 'stream', undefined, 'stream'] as const;
    proxy.setFaults(({ earlier }) => faults[earlier]);
    const feed = client.events.follow();
    const taking = take(feed, 7);
    for (let times = 0; times < 6; times++) {
      await happen();
      await sleep(250);
    }
    const followed = await taking;
    proxy.setFaults(() => undefined);
    expect(ids(followed)).toEqual(ids(await all()));
    await happen();
    expect(ids(await take(feed, 1))).toEqual(ids((await all()).slice(7)));
  });

  it('given a connection that carries no streams, then long polls have the events', async () => {
    const polling = createClient({
      baseUrl: proxy.url,
      apiKey: key,
      fetch: async (input, init) => {
        if (new Headers(init?.headers).get('accept') === 'text/event-stream') throw new TypeError('cut');
        return fetch(input, init);
      },
    });
    const cursor = await polling.events.latestCursor();
    const taking = take(polling.events.follow({ cursor, types: ['image.created'] }), 2);
    for (let times = 0; times < 2; times++) {
      await sleep(200);
      await happen();
    }
    expect((await taking).map(({ type }) => type)).toEqual(['image.created', 'image.created']);
  });

  it('given a cursor that is too old, then the error says where to begin', async () => {
    const cursor = Buffer.from(`1.0.${Date.now() - 31 * 86_400_000}.`).toString('base64url');
    for (const feed of [client.events.list({ cursor }), client.events.follow({ cursor })]) {
      const error = (await failure(take(feed, 1))) as ApiError;
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 410, code: 'cursor_expired', oldestCursor: expect.any(String) });
      expect((await all({ cursor: error.oldestCursor })).map(({ type }) => type)).toEqual(['key.created']);
    }
  });

  it('given that its key is revoked, or its signal aborted, then following ends with that', async () => {
    const stop = new AbortController();
    const aborted = failure(take(client.events.follow({ signal: stop.signal }), 9));
    const refused = failure(take(client.events.follow(), 9));
    await sleep(500);
    stop.abort('enough');
    expect(await aborted).toBe('enough');
    await revoke(gateways.deps, key_id);
    expect(await refused).toMatchObject({ name: 'ApiError', code: 'invalid_api_key' });
  });
});

describe('webhooks', () => {
  it('given a receiver that fails and is mended, then all of it is seen, mended and sent again', async () => {
    const { secret, ...webhook } = await client.webhooks.create({ url: receiverUrl(), events: ['image.created'] });
    const { webhook_id } = webhook;
    expect(await client.webhooks.list()).toEqual([webhook]);
    respondWith = 500;
    await happen();
    await vi.waitFor(() => expect(received).toHaveLength(1), LIMIT);
    const deliveries = () => Array.fromAsync(client.webhooks.deliveries(webhook_id, { pageSize: 1 }));
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ attempts: [{ status: 500 }] }]), LIMIT);
    respondWith = 204;
    const [failed] = await deliveries();
    await client.webhooks.redeliver(webhook_id, failed?.delivery_id ?? '');
    await vi.waitFor(() => expect(received).toHaveLength(2), LIMIT);
    const [event] = (await all()).slice(-1);
    for (const { body, headers } of received) expect(await verifyWebhook(body, headers, secret)).toEqual(event);
    expect(await client.webhooks.get(webhook_id)).toMatchObject({ status: 'enabled' });

    const rotated = await client.webhooks.rotateSecret(webhook_id, { overlapSeconds: 60 });
    const { event_id } = await client.webhooks.test(webhook_id);
    await vi.waitFor(() => expect(received).toHaveLength(3), LIMIT);
    const { body, headers } = received[2] ?? { body: '', headers: {} };
    for (const either of [secret, rotated.secret]) {
      expect(await verifyWebhook(body, headers, either)).toMatchObject({ id: event_id, type: 'webhook.test' });
    }
    await vi.waitFor(async () => expect(await deliveries()).toHaveLength(2), LIMIT);

    expect(await client.webhooks.update(webhook_id, { enabled: false })).toMatchObject({
      disabled_reason: 'requested',
    });
    const since = new Date(Date.now() - 60_000);
    expect(await failure(client.webhooks.recover(webhook_id, since))).toMatchObject({ code: 'webhook_disabled' });
    await happen();
    await all();
    await client.webhooks.update(webhook_id, { enabled: true });
    expect(await client.webhooks.recover(webhook_id, since)).toBe(1);
    await vi.waitFor(() => expect(received).toHaveLength(4), LIMIT);
    await client.webhooks.delete(webhook_id);
    expect(await failure(client.webhooks.get(webhook_id))).toMatchObject({ code: 'webhook_not_found' });
  });
});

describe('styling', () => {
  /** A command line that runs until it is ended. */
  function start(...args: string[]) {
    const stop = new AbortController();
    const written = { out: '', err: '' };
    const ended = runCommandLine(args, {
      env: { STYLING_URL: proxy.url, STYLING_API_KEY: key },
      version: '1.2.3',
      isTerminal: false,
      input: () => Readable.from([]),
      signal: stop.signal,
      out: (text) => {
        written.out += text;
      },
      err: (text) => {
        written.err += text;
      },
    });
    return { written, ended, stop: () => stop.abort() };
  }
  const run = async (...args: string[]) => {
    const { written, ended } = start(...args);
    return { code: await ended, ...written };
  };

  it('listen sends what happens from now on to a local address, signed with the secret that it prints', async () => {
    await happen();
    const { written, ended, stop } = start('listen', '--forward-to', receiverUrl(), '--types', 'image.created');
    await vi.waitFor(() => expect(written.err).toMatch(/signed with whsec_/), LIMIT);
    const [secret = ''] = /whsec_\S+/.exec(written.err) ?? [];
    await happen();
    await vi.waitFor(() => expect(received).toHaveLength(1), LIMIT);
    const [{ body = '', headers = {} } = {}] = received;
    const [event] = (await all()).slice(-1);
    expect(await verifyWebhook(body, headers, secret)).toEqual(event);
    await vi.waitFor(() => expect(written.out).toMatch(/image\.created +evt_\w+ .* -> 204 in \d+ ms\n$/), LIMIT);
    stop();
    expect(await ended).toBe(130);
  });

  it('listen says why an address does not respond, and goes on', async () => {
    const [port = 0] = await freePorts(1);
    const { written, ended, stop } = start('listen', '--forward-to', `http://127.0.0.1:${port}`, '--json');
    await vi.waitFor(() => expect(written.err).toMatch(/signed with/), LIMIT);
    for (let times = 0; times < 2; times++) await happen();
    const lines = () => written.out.trimEnd().split('\n');
    await vi.waitFor(() => expect(lines()).toHaveLength(2), LIMIT);
    expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ forwarded: { status: null, failure: 'ECONNREFUSED' } });
    stop();
    expect(await ended).toBe(130);
  });

  it('events prints the latest, and goes on with what happens', async () => {
    for (let times = 0; times < 3; times++) await happen();
    const { code, out } = await run('events', '--limit', '2', '--json');
    expect([code, ids(JSON.parse(out))]).toEqual([0, ids(await all()).slice(-2)]);
    expect((await run('events', '--types', 'key.created')).out).toMatch(
      new RegExp(`key\\.created +evt_\\w+ +${key_id}`),
    );
    const { written, ended, stop } = start('events', '--follow', '--limit', '1', '--json');
    await vi.waitFor(() => expect(written.out).toMatch(/^\{.*\}\n$/), LIMIT);
    await happen();
    await vi.waitFor(() => expect(written.out.split('\n')).toHaveLength(3), LIMIT);
    stop();
    await ended;
    expect(
      written.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(ids(await all()).slice(-2));
  });

  it('webhooks makes, tests, shows and deletes one', async () => {
    const [id = '', secret = ''] = (
      await run('webhooks', 'create', receiverUrl(), '--events', 'image.created')
    ).out.split('\n');
    expect([id, secret]).toEqual([expect.stringMatching(/^whk_/), expect.stringMatching(/^whsec_/)]);
    expect((await run('webhooks')).out).toContain(`${id}  enabled  ${receiverUrl()}  image.created`);
    expect((await run('webhooks', 'test', id)).out).toMatch(/^evt_/);
    await vi.waitFor(async () => {
      expect((await run('webhooks', 'deliveries', id)).out).toMatch(
        /succeeded +webhook\.test +evt_.* 1x +204 in \d+ ms\n$/,
      );
    }, LIMIT);
    const [{ delivery_id }] = JSON.parse((await run('webhooks', 'deliveries', id, '--json')).out);
    expect((await run('webhooks', 'redeliver', id, delivery_id)).out).toMatch(/^dlv_\w+ +pending/);
    expect((await run('webhooks', 'rotate', id, '--overlap', '0')).out).toMatch(/^whsec_/);
    expect((await run('webhooks', 'recover', id, '--since', '2026-01-02T03:04:05Z')).out).toMatch(
      /^\d+ events are sent/,
    );
    expect((await run('webhooks', 'delete', id)).code).toBe(0);
    expect(await run('webhooks', 'test', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('webhook_not_found'),
    });
  });
});
