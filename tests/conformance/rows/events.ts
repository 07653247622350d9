import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Json } from '../contract.ts';
import { assertAnswer, row } from '../row.ts';
import type { System } from '../system.ts';

const MISSING_EVENT = '/events/evt_000000000000000000000000';

/** The feed of a user's events. */
export function eventsRows({ api, keys, made }: System): void {
  const read = async (query = '') => (await api.get(`/events${query}`, keys.first)).body;
  const all = async () => {
    const found: Json[] = [];
    for (let page = await read(); ; page = await read(`?cursor=${page.next_cursor}`)) {
      found.push(...page.events);
      if (!page.has_more) return found;
    }
  };

  describe('Events', () => {
    before(async () => {
      await made.temporary();
    });
    row('GET /events has a request and its image as soon as it is answered, with any key of the user', async () => {
      const { answer } = await made.temporary();
      const job_id = answer.headers.get('x-request-id');
      const types = (await all()).filter(({ data }) => data.job_id === job_id).map(({ type }) => type);
      assert.ok(types.includes('image.created') && types.includes('job.succeeded'), types.join());
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
  });
}
