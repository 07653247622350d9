import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertError } from '../expect.ts';
import { goodRequests } from '../provoke.ts';
import { row } from '../row.ts';
import type { System } from '../system.ts';

type Job = { readonly job_id: string; readonly status: string; readonly error: { readonly code: string } | null };

/** How long a job may take to end once it is cancelled, in ms: longer than the sweep's grace. */
const ENDS_WITHIN_MS = 60_000;

/** Requests that are ended by their user, or by a deadline of their own; all by user B, and none of them counts. */
export function cancellingRows(system: System): void {
  const { api, keys, made } = system;
  const key = keys.other;
  const json = { ...goodRequests(system)['/style_me'], num_outfits: 4 };
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    api.call<Job>('POST', '/style_me', { key, json, headers });
  const cancel = (id: string, as = key) => api.call<Job>('POST', `/jobs/${id}/cancel`, { key: as });
  const used = async () => (await api.usage(key)).rate_limit.used_today;
  const ended = async (id: string): Promise<Job> => {
    const deadline = performance.now() + ENDS_WITHIN_MS;
    for (;;) {
      const { body } = await api.get<Job>(`/jobs/${id}?wait=10`, key);
      if (!['queued', 'running'].includes(body.status)) return body;
      assert.ok(performance.now() < deadline, `the job is ${body.status}`);
    }
  };

  describe('Cancelling', () => {
    row('POST /jobs/:id/cancel ends a job, which then does not count', async (context) => {
      const before = await used();
      const { body } = await ask({ Prefer: 'respond-async' });
      const answer = await cancel(body.job_id);
      if (answer.status === 200) return context.skip('it had ended before');
      assert.equal(answer.status, 202);
      const job = await ended(body.job_id);
      if (job.status === 'succeeded') return context.skip('it ended before');
      assert.deepEqual([job.status, job.error?.code], ['canceled', 'canceled']);
      assert.equal(await used(), before);
      const again = await cancel(body.job_id);
      assert.deepEqual([again.status, again.body], [200, job]);
    });
    row('a client that waits for a request that is cancelled is answered 409', async (context) => {
      const before = await used();
      const waiting = ask();
      waiting.catch(() => undefined);
      const running = async () =>
        (await api.get<{ jobs: Job[] }>('/jobs?limit=1', key)).body.jobs.find(({ status }) =>
          /^(queued|running)$/.test(status),
        );
      let job: Job | undefined;
      for (let tries = 0; !job && tries < 200; tries++, await pause(20)) job = await running();
      if (!job) return context.skip('it ended before');
      await cancel(job.job_id);
      const answer = await waiting;
      if (answer.status === 200) return context.skip('it ended before');
      assertError(answer, 409, 'The request was canceled');
      assert.equal(answer.headers.get('x-request-id'), job.job_id);
      assert.equal(await used(), before);
    });
    row('a job that has ended stays as it is', async () => {
      const { answer } = await made.byOther();
      const id = String(answer.headers.get('x-request-id'));
      const { body } = await api.get<Job>(`/jobs/${id}`, key);
      const cancelled = await cancel(id);
      assert.deepEqual([cancelled.status, cancelled.body], [200, body]);
      assert.equal(body.status, 'succeeded');
    });
    row("an unknown job and another user's are the same 404, to cancel and to read its timeline", async () => {
      const { answer } = await made.byOther();
      const id = String(answer.headers.get('x-request-id'));
      for (const asked of ['req_0123456789abcdef01234567', 'x']) {
        assertError(await cancel(asked), 404, 'Job not found');
        assertError(await api.get(`/jobs/${asked}/timeline`, key), 404, 'Job not found');
      }
      assertError(await cancel(id, keys.first), 404, 'Job not found');
      assertError(await api.get(`/jobs/${id}/timeline`, keys.first), 404, 'Job not found');
    });
    row('GET /jobs/:id/timeline lists what happened, from the arrival to the outcome', async () => {
      const { answer } = await made.byOther();
      const id = String(answer.headers.get('x-request-id'));
      const { body } = await api.get<{ steps: { what: string; ms: number }[] }>(`/jobs/${id}/timeline`, key);
      const steps = body.steps.map(({ what }) => what);
      assert.deepEqual(steps.slice(0, 2), ['received', 'request.accepted']);
      for (const what of ['request.started', 'image.created', 'request.completed'])
        assert.ok(steps.includes(what), what);
    });
    row('Cancel-After outside of 5 seconds to the request timeout, or no duration, is 400 and free', async () => {
      const before = await used();
      for (const value of ['4s', '2h', '15', 'soon']) {
        const answer = await ask({ 'Cancel-After': value });
        assert.equal(answer.status, 400);
        assert.match(
          String((answer.body as { error?: unknown }).error),
          /^Cancel-After must be a duration between 5 and \d+ seconds/,
        );
      }
      assert.equal(await used(), before);
    });
  });
}
