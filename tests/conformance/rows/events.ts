import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Events } from '../bodies.ts';
import { assertError } from '../expect.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const MISSING = '/events/evt_000000000000000000000000';

/** The feed of a user's events. */
export function eventsRows(system: System): void {
  const { api, keys, made } = system;
  const read = async (query = '', key = keys.first) => (await api.get<Events>(`/events${query}`, key)).body;
  const all = async () => {
    const found: Events['events'][number][] = [];
    for (let page = await read(); ; page = await read(`?cursor=${page.next_cursor}`)) {
      found.push(...page.events);
      if (!page.has_more) return found;
    }
  };

  describe('Events', () => {
    row('GET /events has a request and its image as soon as it is answered, with any key of the user', async () => {
      const { answer } = await made.temporary();
      const job_id = answer.headers.get('x-request-id');
      const types = (await all()).filter(({ data }) => data.job_id === job_id).map(({ type }) => type);
      assert.ok(types.includes('image.created') && types.includes('job.succeeded'), types.join());
    });
    row('its pages are the feed in order, whatever their size and types', async () => {
      await made.temporary();
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
      await made.temporary();
      const [first, second] = await all();
      const open = (id = '') =>
        fetch(`${api.url}/events`, {
          headers: { 'X-API-Key': keys.first, Accept: 'text/event-stream', ...(id && { 'Last-Event-ID': id }) },
        });
      const response = await open();
      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      const sent = await firstOf(response);
      assert.deepEqual([sent.type, sent.data], [first?.type, first]);
      assert.deepEqual((await firstOf(await open(sent.id))).data, second);
    });
    row('GET /events/:id is one of them; of another user it is not there', async () => {
      await made.temporary();
      const [event] = await all();
      assert.deepEqual((await api.get(`/events/${event?.id}`, keys.second)).body, event);
      for (const path of [`/events/${event?.id}`, MISSING, '/events/x']) {
        assertError(await api.get(path, keys.other), 404, 'Event not found');
      }
    });
    row('a cursor that is none is refused, and so is a wait that is too long', async () => {
      assertError(
        await api.get('/events?cursor=x', keys.first),
        400,
        'cursor must be a cursor returned by this endpoint',
      );
      assertError(await api.get('/events?wait=31', keys.first), 400, 'wait must be an integer between 0 and 30');
    });
  });
}

/** The first event of a stream. */
async function firstOf(response: Response): Promise<{ id: string; type: string; data: unknown }> {
  let text = '';
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const [, type = '', id = '', data] = /event: (.*)\nid: (.*)\ndata: (.*)\n\n/.exec(text) ?? [];
    if (data) return { id, type, data: JSON.parse(data) };
  }
  throw new Error(`no event in ${text}`);
}
