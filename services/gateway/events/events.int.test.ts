import { publish } from '@styling/bus';
import { anImageCreated, startServiceWithTables } from '@styling/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventRecord } from '../endpoints/events.ts';
import { startTestGateways, type TestGateways } from '../gateway.fixture.ts';
import { createKey, revoke } from '../keys/key-administration.ts';
import { startGateway } from '../service.ts';

// On two gateways and the webhooks service in a process of its own.

let gateways: TestGateways;
let webhooks: { stop(): Promise<void> };
let user = '';
let key = '';
let key_id = '';
let numbers = 0;

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  webhooks = await startServiceWithTables('webhooks', gateways.servers);
}, 120_000);
afterAll(async () => {
  await webhooks.stop();
  await gateways.stop();
});
beforeEach(async () => {
  user = `user${++numbers}`;
  ({ key, key_id } = await createKey(gateways.deps, user, 'test'));
});

type Page = { events: EventRecord[]; next_cursor: string; has_more: boolean };
const open = (path: string, { as = key, at = gateways.gateway, headers = {} as Record<string, string> } = {}) =>
  fetch(`http://127.0.0.1:${at.port}${path}`, { headers: { 'x-api-key': as, ...headers } });
const get = async (path: string, options: Parameters<typeof open>[1] = {}) => {
  const response = await open(path, options);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const read = async (query = '', options: Parameters<typeof open>[1] = {}): Promise<Page> =>
  (await get(`/events${query}`, options)).body as unknown as Page;
/** An image of the user comes to be. */
const happen = () => publish(gateways.servers.bus, anImageCreated(++numbers, { user_id: user, key_id }, new Date()));
const stream = (lastEventId?: string, at = gateways.gateway) =>
  open('/events', {
    at,
    headers: { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
  });
type Sent = { id: string; data?: EventRecord };
/** The events of a stream as they arrive, with their ids; of those without data only the id. */
async function* eventsOf(response: Response): AsyncGenerator<Sent> {
  let text = '';
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const members = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)));
      if (members.id) yield { id: members.id, ...(members.data && { data: JSON.parse(members.data) }) };
    }
  }
}
/** The first `count` events of a stream, whose connection is then closed. */
async function take(response: Response, count: number): Promise<Sent[]> {
  const taken: Sent[] = [];
  for await (const event of eventsOf(response)) if (event.data && taken.push(event) === count) break;
  return taken;
}

describe('GET /events', () => {
  it('has what happened to a request, as soon as it is answered, at any gateway', async () => {
    for (let times = 1; times <= 4; times++) {
      expect((await gateways.tryOn(key)).status).toBe(200);
      const { events } = await read('?types=job.succeeded', { at: gateways.otherGateway });
      expect(events).toHaveLength(times);
    }
    const { events, has_more } = await read();
    expect(events.map(({ type }) => type)).toEqual([
      ...['key.created', 'job.succeeded', 'job.succeeded', 'job.succeeded', 'job.succeeded', 'usage.threshold'],
    ]);
    expect(events.at(-1)?.data).toMatchObject({ percent: 80, used: 4, limit: 5 });
    expect(Object.keys(events[1] ?? {})).toEqual(['id', 'type', 'timestamp', 'data']);
    expect(has_more).toBe(false);
    const { id } = events[1] ?? {};
    expect(await get(`/events/${id}`)).toEqual({ status: 200, body: events[1] });
    const { key: stranger } = await createKey(gateways.deps, `user${++numbers}`, 'test');
    const foreign = await get(`/events/${id}`, { as: stranger });
    const none = await get('/events/evt_000000000000000000000000', { as: stranger });
    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...none.body, request_id: '' });
  });

  it('with wait is answered when something happens, and empty when nothing does', async () => {
    const { next_cursor } = await read();
    const waiting = read(`?cursor=${next_cursor}&wait=30&types=image.created`, { at: gateways.otherGateway });
    await happen();
    const page = await waiting;
    expect(page.events.map(({ type }) => type)).toEqual(['image.created']);
    const started = performance.now();
    expect(await read(`?cursor=${page.next_cursor}&wait=1`)).toMatchObject({ events: [], has_more: false });
    expect(performance.now() - started).toBeGreaterThan(900);
  });

  it.each([
    ['cursor=nonsense', 'cursor must be a cursor returned by this endpoint'],
    ['types=job.done', expect.stringContaining('types must be one of: job.succeeded, ')],
    ['wait=31', 'wait must be an integer between 0 and 30'],
    ['limit=101', 'limit must be an integer between 1 and 100'],
  ])('refuses %s', async (query, error) => {
    expect(await get(`/events?${query}`)).toMatchObject({ status: 400, body: { error } });
  });

  it('refuses a cursor that is too old, with the oldest', async () => {
    const cursor = Buffer.from(`1.0.${Date.now() - 31 * 86_400_000}.`).toString('base64url');
    const { status, body } = await get(`/events?cursor=${cursor}`);
    expect([status, body.code]).toEqual([410, 'cursor_expired']);
    expect((await read(`?cursor=${body.oldest_cursor}`)).events).toEqual((await read()).events);
    const streamed = await stream(cursor);
    expect([streamed.status, await streamed.json()]).toMatchObject([410, { code: 'cursor_expired' }]);
  });
});

describe('GET /events as server-sent events', () => {
  it('sends each event once, in order, over any number of connections', async () => {
    const sent: Sent[] = [];
    let lastId: string | undefined;
    for (let times = 0; times < 4; times++) {
      const at = times % 2 ? gateways.otherGateway : gateways.gateway;
      const response = await stream(lastId, at);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const taking = take(response, 3);
      for (let happened = 0; happened < 3; happened++) await happen();
      sent.push(...(await taking));
      lastId = sent.at(-1)?.id;
    }
    const { events } = await read('?limit=12');
    expect(sent.map(({ data }) => data)).toEqual(events);
  });

  it('begins with an id where the feed ends, so that a client to which nothing has happened misses nothing', async () => {
    const { next_cursor } = await read();
    const response = await stream(next_cursor);
    const { value } = await eventsOf(response).next();
    expect(value?.data).toBeUndefined();
    await happen();
    const [event] = await take(await stream(value?.id), 1);
    expect(event?.data?.type).toBe('image.created');
  });

  it('ends when its key is revoked, and with its gateway', async () => {
    const events = eventsOf(await stream());
    await events.next();
    await revoke(gateways.deps, key_id);
    for await (const { data } of events) expect(data?.type).not.toBe('key.revoked');

    const { key: next } = await createKey(gateways.deps, user, 'test');
    const third = await startGateway(
      { ...gateways.deps, name: 'gateway-3', bus: await gateways.servers.connect('third') },
      0,
    );
    const response = await open('/events', { as: next, at: third, headers: { accept: 'text/event-stream' } });
    const rest = eventsOf(response);
    await rest.next();
    await third.stop();
    for await (const { id } of rest) expect(id).toBeTruthy();
  });
});
