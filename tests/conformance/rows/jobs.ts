import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Json } from '../contract.ts';
import { assertAnswer, row } from '../row.ts';
import type { System } from '../system.ts';

const MISSING = '/jobs/req_000000000000000000000000';
const MOST_POLLS = 10;
const isOpen = ({ status }: Json): boolean => ['queued', 'running'].includes(status);

/** The job, once it has ended: within ten long polls, longer than the sweep's grace. */
async function endedJob({ api, keys }: System, id: string): Promise<Json> {
  for (let polls = 0; polls < MOST_POLLS; polls++) {
    const { body } = await api.get(`/jobs/${id}?wait=10`, keys.other);
    if (!isOpen(body)) return body;
  }
  assert.fail('the job has not ended');
}

/** Asynchronous requests, and the jobs that all counted requests are. */
export function jobsRows(system: System): void {
  const { api, keys, made } = system;
  const list = async (query = '') => (await api.get(`/jobs${query}`, keys.first)).body;
  const synchronous = async () => {
    const { answer } = await made.temporary();
    return { id: String(answer.headers.get('x-request-id')), answer };
  };

  describe('Jobs', () => {
    row('Prefer: respond-async answers 202 with a job, whose response is that of the request', async () => {
      const headers = { Prefer: 'respond-async' };
      const json = system.good['/try_on_outfit'];
      const accepted = await api.call('POST', '/try_on_outfit', { key: keys.other, json, headers });
      const id = accepted.body.job_id;
      assert.deepEqual([accepted.status, accepted.body.completed_at], [202, null]);
      assert.equal(accepted.headers.get('location'), `/jobs/${id}`);
      assert.equal(accepted.headers.get('preference-applied'), 'respond-async');
      const job = await endedJob(system, id);
      assert.equal(job.status, 'succeeded');
      const { status, body } = await api.get(`/jobs/${id}/response`, keys.other);
      assert.deepEqual([status, [body.image_id]], [200, job.image_ids]);
      await assertAnswer(api.get(`/images/${body.image_id}`, keys.other), 200);
    });
    row('a synchronous request is a job, too, and its response can be fetched again', async () => {
      const { id, answer } = await synchronous();
      const { body: job } = await api.get(`/jobs/${id}`, keys.second);
      assert.deepEqual([job.job_id, job.status, job.endpoint], [id, 'succeeded', '/try_on_outfit']);
      assert.deepEqual((await api.get(`/jobs/${id}/response`, keys.first)).body, answer.body);
    });
    row('its events end with its last state', async () => {
      const events = await Array.fromAsync(await api.stream(`/jobs/${(await synchronous()).id}/events`, keys.first));
      const { event, id, data } = events.at(-1) ?? {};
      assert.deepEqual([event, JSON.parse(String(data)).status], ['job', 'succeeded']);
      assert.match(String(id), /^\d+$/);
    });
    row('GET /jobs lists the jobs of the user newest first, by page and by status', async () => {
      const { id } = await synchronous();
      const jobs: Json[] = (await list('?limit=100')).jobs;
      assert.ok(jobs.some(({ job_id }) => job_id === id));
      const times = jobs.map(({ created_at }) => created_at);
      assert.deepEqual(times, times.toSorted().reverse());
      const first = await list('?limit=1');
      const second = await list(`?limit=1&cursor=${encodeURIComponent(first.next_cursor)}`);
      assert.deepEqual([...first.jobs, ...second.jobs], jobs.slice(0, 2));
      const failed = jobs.filter(({ status }) => status === 'failed');
      assert.deepEqual((await list('?limit=100&status=failed')).jobs, failed);
    });
    row('a job of another user is not found, as one that never was', async () => {
      for (const path of [`/jobs/${(await synchronous()).id}`, MISSING, '/jobs/x']) {
        for (const rest of ['', '?wait=1', '/response', '/events']) {
          await assertAnswer(api.get(path + rest, keys.other), 404, 'Job not found');
        }
      }
    });
  });
}

/** Requests that are ended by their user, or by a deadline of their own; all by user B, and none of them counts. */
export function cancellingRows(system: System): void {
  const { api, keys, made } = system;
  const key = keys.other;
  const json = { ...system.good['/style_me'], num_outfits: 4 };
  const cancel = (id: string, as = key) => api.call('POST', `/jobs/${id}/cancel`, { key: as });
  const used = async () => (await api.usage(key)).rate_limit.used_today;
  const idOfOther = async () => String((await made.byOther()).answer.headers.get('x-request-id'));

  describe('Cancelling', () => {
    row('POST /jobs/:id/cancel ends a job, which then does not count', async (context) => {
      const before = await used();
      const headers = { Prefer: 'respond-async' };
      const id = (await api.call('POST', '/style_me', { key, json, headers })).body.job_id;
      const answer = await cancel(id);
      if (answer.status === 200) return context.skip('it had ended before');
      assert.equal(answer.status, 202);
      const job = await endedJob(system, id);
      if (job.status === 'succeeded') return context.skip('it ended before');
      assert.deepEqual([job.status, job.error?.code], ['canceled', 'canceled']);
      assert.equal(await used(), before);
      const again = await cancel(id);
      assert.deepEqual([again.status, again.body], [200, job]);
    });
    row("an unknown job and another user's are the same 404, to cancel and to read its timeline", async () => {
      const asked = { req_0123456789abcdef01234567: key, x: key, [await idOfOther()]: keys.first };
      for (const [id, as] of Object.entries(asked)) {
        await assertAnswer(cancel(id, as), 404, 'Job not found');
        await assertAnswer(api.get(`/jobs/${id}/timeline`, as), 404, 'Job not found');
      }
    });
  });
}

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
