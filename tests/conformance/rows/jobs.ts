import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '../contract.ts';
import { assertAnswer, row } from '../row.ts';
import type { System } from '../system.ts';

const MISSING = '/jobs/req_000000000000000000000000';
const MOST_POLLS = 10;
const isOpen = ({ status }: Json): boolean => ['queued', 'running'].includes(status);

/** Ten long polls are longer than the sweep's grace. */
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
    const { id, body } = await made.temporary();
    const { body: job } = await api.get(`/jobs/${id}`, keys.second);
    assert.deepEqual([job.job_id, job.status, job.endpoint], [id, 'succeeded', '/try_on_outfit']);
    assert.deepEqual((await api.get(`/jobs/${id}/response`, keys.first)).body, body);
  });
  row('a job that has ended is returned at once, however long a client would wait', async () => {
    const { id } = await made.temporary();
    const started = performance.now();
    await api.get(`/jobs/${id}?wait=30`, keys.first);
    assert.ok(performance.now() - started < 10_000);
  });
  row('its events end with its last state', async () => {
    const events = await Array.fromAsync(await api.stream(`/jobs/${(await made.temporary()).id}/events`, keys.first));
    const { event, id, data } = events.at(-1) ?? {};
    assert.deepEqual([event, JSON.parse(String(data)).status], ['job', 'succeeded']);
    assert.match(String(id), /^\d+$/);
  });
  row('GET /jobs lists the jobs of the user newest first, by page and by status', async () => {
    const { id } = await made.temporary();
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
    for (const path of [`/jobs/${(await made.temporary()).id}`, MISSING, '/jobs/x']) {
      for (const rest of ['', '?wait=1', '/response', '/events']) {
        await assertAnswer(api.get(path + rest, keys.other), 404, 'Job not found');
      }
    }
  });
  row('a faulty query is 400', async () => {
    const faults = {
      [`${MISSING}?wait=31`]: 'wait must be an integer between 0 and 30',
      [`${MISSING}?wait=x`]: 'wait must be an integer between 0 and 30',
      '/jobs?status=done': 'status must be one of: queued, running, succeeded, failed, canceled',
      '/jobs?limit=101': 'limit must be an integer between 1 and 100',
    };
    for (const [path, error] of Object.entries(faults)) await assertAnswer(api.get(path, keys.first), 400, error);
  });
  row('reads of jobs are free, and not listed in usage', async () => {
    const before = await api.usage(keys.first);
    await list();
    const after = await api.usage(keys.first);
    assert.deepEqual(after.rate_limit, before.rate_limit);
    assert.ok(!after.recent_requests.some(({ endpoint }: Json) => endpoint.startsWith('/jobs')));
  });
}

/** Requests ended by their user or their deadline; all by user B, none counts. */
export function cancellingRows(system: System): void {
  const { api, keys, made } = system;
  const key = keys.other;
  const json = { ...system.good['/style_me'], num_outfits: 4 };
  const ask = (headers: Readonly<Record<string, string>> = {}) => api.call('POST', '/style_me', { key, json, headers });
  const cancel = (id: string, as = key) => api.call('POST', `/jobs/${id}/cancel`, { key: as });
  const used = async () => (await api.usage(key)).rate_limit.used_today;

  row('POST /jobs/:id/cancel ends a job, which then does not count', async (context) => {
    const before = await used();
    const id = (await ask({ Prefer: 'respond-async' })).body.job_id;
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
  row('a client that waits for a request that is cancelled is answered 409', async (context) => {
    const before = await used();
    const waiting = ask();
    waiting.catch(() => undefined);
    const running = async () => (await api.get('/jobs?limit=1', key)).body.jobs.find(isOpen);
    let job: Json;
    for (let tries = 0; !job && tries < 200; tries++, await pause(20)) job = await running();
    if (!job) return context.skip('it ended before');
    await cancel(job.job_id);
    const answer = await waiting;
    if (answer.status === 200) return context.skip('it ended before');
    await assertAnswer(answer, 409, 'The request was canceled');
    assert.equal(answer.headers.get('x-request-id'), job.job_id);
    assert.equal(await used(), before);
  });
  row('a job that has ended stays as it is', async () => {
    const { id } = await made.byOther();
    const { body } = await api.get(`/jobs/${id}`, key);
    const cancelled = await cancel(id);
    assert.deepEqual([cancelled.status, cancelled.body], [200, body]);
    assert.equal(body.status, 'succeeded');
  });
  row("an unknown job and another user's are the same 404, to cancel and to read its timeline", async () => {
    const asked = { req_0123456789abcdef01234567: key, x: key, [(await made.byOther()).id]: keys.first };
    for (const [id, as] of Object.entries(asked)) {
      await assertAnswer(cancel(id, as), 404, 'Job not found');
      await assertAnswer(api.get(`/jobs/${id}/timeline`, as), 404, 'Job not found');
    }
  });
  row('GET /jobs/:id/timeline lists what happened, from the arrival to the outcome', async () => {
    const { body } = await api.get(`/jobs/${(await made.byOther()).id}/timeline`, key);
    const steps = body.steps.map(({ what }: Json) => what);
    assert.deepEqual(steps.slice(0, 2), ['received', 'request.accepted']);
    for (const what of ['request.started', 'image.created', 'request.completed']) assert.ok(steps.includes(what), what);
  });
  row('Cancel-After outside of 5 seconds to the request timeout, or no duration, is 400 and free', async () => {
    const before = await used();
    for (const value of ['4s', '2h', '15', 'soon']) {
      const { body } = await assertAnswer(ask({ 'Cancel-After': value }), 400);
      assert.match(body.error, /^Cancel-After must be a duration between 5 and \d+ seconds/);
    }
    assert.equal(await used(), before);
  });
}
