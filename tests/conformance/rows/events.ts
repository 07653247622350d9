import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Json } from '../contract.ts';
import { assertAnswer, row } from '../row.ts';
import type { System } from '../system.ts';

const MISSING_EVENT = '/events/evt_000000000000000000000000';

/** A user's event feed. */
export function eventsRows({ api, keys, made }: System): void {
  const read = async (query = '') => (await api.get(`/events${query}`, keys.first)).body;
  const all = async () => {
    const found: Json[] = [];
    for (let page = await read(); ; page = await read(`?cursor=${page.next_cursor}`)) {
      found.push(...page.events);
      if (!page.has_more) return found;
    }
  };

  before(made.temporary);
  row('GET /events has a request and its image as soon as it is answered, with any key of the user', async () => {
    const { id } = await made.temporary();
    const types = (await all()).filter(({ data }) => data.job_id === id).map(({ type }) => type);
    assert.ok(types.includes('image.created') && types.includes('job.succeeded'), types.join());
  });
  row('its pages are the feed in order, whatever their size and types', async () => {
    const found = await all();
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    const { events, next_cursor } = await read('?limit=2');
    const { events: rest } = await read(`?limit=2&cursor=${next_cursor}`);
    assert.deepEqual([...events, ...rest], found.slice(0, 4));
    const { events: jobs } = await read('?types=job.succeeded&limit=1');
    assert.deepEqual(jobs, found.filter(({ type }) => type === 'job.succeeded').slice(0, 1));
  });
  row('next_cursor continues where the feed ends; wait waits there', async () => {
    let end = await read('?limit=100');
    while (end.has_more) end = await read(`?limit=100&cursor=${end.next_cursor}`);
    const started = performance.now();
    const { events, has_more } = await read(`?cursor=${end.next_cursor}&wait=1&types=webhook.test`);
    assert.deepEqual([events, has_more], [[], false]);
    assert.ok(performance.now() - started >= 900);
  });
  row('with Accept: text/event-stream the same events are sent, with ids to continue from', async () => {
    const [first, second] = await all();
    const firstOf = async (lastId?: string) => {
      for await (const sent of await api.stream('/events', keys.first, lastId)) return sent;
      assert.fail('no event');
    };
    const { event, id, data } = await firstOf();
    assert.deepEqual([event, JSON.parse(data)], [first.type, first]);
    assert.deepEqual(JSON.parse((await firstOf(id)).data), second);
  });
  row('GET /events/:id is one of them; of another user it is not there', async () => {
    const [event] = await all();
    assert.deepEqual((await api.get(`/events/${event.id}`, keys.second)).body, event);
    for (const path of [`/events/${event.id}`, MISSING_EVENT, '/events/x']) {
      await assertAnswer(api.get(path, keys.other), 404, 'Event not found');
    }
  });
  row('a cursor that is none is refused, and so is a wait that is too long', async () => {
    const error = 'cursor must be a cursor returned by this endpoint';
    await assertAnswer(api.get('/events?cursor=x', keys.first), 400, error);
    await assertAnswer(api.get('/events?wait=31', keys.first), 400, 'wait must be an integer between 0 and 30');
  });
}

const ADDRESS = 'https://hooks.example.com/conformance';
const MISSING_WEBHOOK = 'whk_000000000000000000000000';
const DISABLED = 'The webhook is disabled: enable it first';

/** Webhooks of user B, whose receiver does not exist: what is answered, not what arrives. */
export function webhooksRows({ api, keys }: System): void {
  const key = keys.other;
  const call = (method: string, path: string, json?: object, as = key) =>
    api.call(method, `/webhooks${path}`, { key: as, json });
  const refused = (json: object, error: string) => assertAnswer(call('POST', '', json), 400, error);

  let made: Json;
  let path: string;
  row('POST /webhooks returns a secret, which nothing else returns', async () => {
    const json = { url: ADDRESS, events: ['job.succeeded'], description: 'conformance' };
    const { body } = await assertAnswer(call('POST', '', json), 201);
    made = body;
    path = `/${made.webhook_id}`;
    const { secret, ...webhook } = made;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual((await call('GET', path)).body, webhook);
    const { webhooks } = (await call('GET', '')).body;
    const listed = webhooks.find(({ webhook_id }: Json) => webhook_id === webhook.webhook_id);
    assert.deepEqual(listed, webhook);
  });
  row('an address or a list of events that cannot be is refused', async () => {
    const events = ['job.succeeded'];
    await refused({ events }, 'url is required');
    await refused({ url: 'ftp://hooks.example.com/', events }, 'url must be an http or https URL');
    await refused({ url: 'https://user:secret@hooks.example.com/', events }, 'url must be an http or https URL');
    await refused({ url: ADDRESS, events: [] }, 'events must be a list of event types');
  });
  row('it is changed, disabled and enabled; a disabled one is neither tested nor recovered', async () => {
    const { body } = await call('PATCH', path, { enabled: false, events: ['image.created'] });
    assert.deepEqual([body.status, body.disabled_reason, body.events], ['disabled', 'requested', ['image.created']]);
    const since = new Date().toISOString();
    await assertAnswer(call('POST', `${path}/test`), 409, DISABLED);
    await assertAnswer(call('POST', `${path}/recover`, { since }), 409, DISABLED);
    assert.equal((await call('PATCH', path, { enabled: true })).body.status, 'enabled');
    await assertAnswer(call('POST', `${path}/recover`, { since }), 200);
  });
  row('a test is in the feed and among its deliveries, and can be sent again', async () => {
    const { event_id } = (await call('POST', `${path}/test`)).body;
    assert.equal((await api.get(`/events/${event_id}`, key)).body.type, 'webhook.test');
    const [delivery] = (await call('GET', `${path}/deliveries?limit=1`)).body.deliveries;
    assert.equal(delivery.event_id, event_id);
    const again = await call('POST', `${path}/deliveries/${delivery.delivery_id}/redeliver`);
    assert.equal(again.body.status, 'pending');
  });
  row('its secret is replaced', async () => {
    const { body } = await assertAnswer(call('POST', `${path}/rotate_secret`, {}), 200);
    assert.notEqual(body.secret, made.secret);
  });
  row("another user's is the 404 of one that does not exist, and stays", async () => {
    for (const id of [made.webhook_id, MISSING_WEBHOOK]) {
      for (const [method, rest, json] of [
        ['GET', ''],
        ['PATCH', '', { enabled: false }],
        ['DELETE', ''],
        ['POST', '/test'],
        ['GET', '/deliveries'],
      ] as const) {
        await assertAnswer(call(method, `/${id}${rest}`, json, keys.first), 404, 'Webhook not found');
      }
    }
    assert.equal((await call('GET', path)).body.status, 'enabled');
  });
  row('DELETE /webhooks/:id deletes it, once', async () => {
    await assertAnswer(call('DELETE', path), 204);
    await assertAnswer(call('DELETE', path), 404, 'Webhook not found');
  });
}
