import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Job, Jobs, TryOnResult } from '../bodies.ts';
import { assertError } from '../expect.ts';
import { goodRequests } from '../provoke.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

const MISSING = '/jobs/req_000000000000000000000000';
const MOST_POLLS = 10;

/** Asynchronous requests, and the jobs that all counted requests are. */
export function jobsRows(system: System): void {
  const { api, keys, made } = system;
  const list = async (query = '', key = keys.first) => (await api.get<Jobs>(`/jobs${query}`, key)).body;
  const synchronous = async () => {
    const { answer } = await made.temporary();
    return { id: String(answer.headers.get('x-request-id')), answer };
  };

  describe('Jobs', () => {
    row('Prefer: respond-async answers 202 with a job, whose response is that of the request', async () => {
      const headers = { Prefer: 'respond-async' };
      const json = goodRequests(system)['/try_on_outfit'];
      const accepted = await api.call<Job>('POST', '/try_on_outfit', { key: keys.other, json, headers });
      const id = accepted.body.job_id;
      assert.deepEqual([accepted.status, accepted.body.completed_at], [202, null]);
      assert.equal(accepted.headers.get('location'), `/jobs/${id}`);
      assert.equal(accepted.headers.get('preference-applied'), 'respond-async');
      let job = accepted.body;
      for (let polls = 0; job.completed_at === null && polls < MOST_POLLS; polls++) {
        job = (await api.get<Job>(`/jobs/${id}?wait=30`, keys.other)).body;
      }
      assert.equal(job.status, 'succeeded');
      const { status, body } = await api.get<TryOnResult>(`/jobs/${id}/response`, keys.other);
      assert.deepEqual([status, [body.image_id]], [200, job.image_ids]);
      assert.equal((await api.get(`/images/${body.image_id}`, keys.other)).status, 200);
    });
    row('a synchronous request is a job, too, and its response can be fetched again', async () => {
      const { id, answer } = await synchronous();
      const { body: job } = await api.get<Job>(`/jobs/${id}`, keys.second);
      assert.deepEqual([job.job_id, job.status, job.endpoint], [id, 'succeeded', '/try_on_outfit']);
      assert.deepEqual((await api.get(`/jobs/${id}/response`, keys.first)).body, answer.body);
    });
    row('a job that has ended is returned at once, however long a client would wait', async () => {
      const { id } = await synchronous();
      const started = performance.now();
      await api.get(`/jobs/${id}?wait=30`, keys.first);
      assert.ok(performance.now() - started < 10_000);
    });
    row('its events end with its last state', async () => {
      const { id } = await synchronous();
      const response = await fetch(`${api.url}/jobs/${id}/events`, { headers: { 'X-API-Key': keys.first } });
      assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
      const [, event = '', data = '{}'] = /event: (job)\nid: \d+\ndata: (.*)\n\n$/.exec(await response.text()) ?? [];
      assert.deepEqual([event, (JSON.parse(data) as Job).status], ['job', 'succeeded']);
    });
    row('GET /jobs lists the jobs of the user newest first, by page and by status', async () => {
      const { id } = await synchronous();
      const { jobs } = await list('?limit=100');
      assert.ok(jobs.some(({ job_id }) => job_id === id));
      const times = jobs.map(({ created_at }) => created_at);
      assert.deepEqual(times, times.toSorted().reverse());
      const first = await list('?limit=1');
      const second = await list(`?limit=1&cursor=${encodeURIComponent(String(first.next_cursor))}`);
      assert.deepEqual([...first.jobs, ...second.jobs], jobs.slice(0, 2));
      const failed = (await list('?limit=100&status=failed')).jobs;
      assert.deepEqual(
        failed,
        jobs.filter(({ status }) => status === 'failed'),
      );
    });
    row('a job of another user is not found, as one that never was', async () => {
      const { id } = await synchronous();
      for (const path of [`/jobs/${id}`, MISSING, '/jobs/x']) {
        for (const rest of ['', '?wait=1', '/response', '/events']) {
          assertError(await api.get(path + rest, keys.other), 404, 'Job not found');
        }
      }
    });
    row('a faulty query is 400', async () => {
      const faults = {
        'wait=31': 'wait must be an integer between 0 and 30',
        'wait=x': 'wait must be an integer between 0 and 30',
      };
      for (const [query, error] of Object.entries(faults)) {
        assertError(await api.get(`${MISSING}?${query}`, keys.first), 400, error);
      }
      const statuses = 'queued, running, succeeded, failed, canceled';
      assertError(await api.get('/jobs?status=done', keys.first), 400, `status must be one of: ${statuses}`);
      assertError(await api.get('/jobs?limit=101', keys.first), 400, 'limit must be an integer between 1 and 100');
    });
    row('reads of jobs are free, and not listed in usage', async () => {
      const before = await api.usage(keys.first);
      await list();
      const after = await api.usage(keys.first);
      assert.deepEqual(after.rate_limit, before.rate_limit);
      assert.ok(!after.recent_requests.some(({ endpoint }) => endpoint.startsWith('/jobs')));
    });
  });
}
