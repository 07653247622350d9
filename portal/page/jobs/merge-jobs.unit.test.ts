import type { Job } from '@styling/client';
import { describe, expect, it } from 'vitest';
import { mergeJobs } from './merge-jobs.ts';

const aJob = (number: number, state: Partial<Job> = {}): Job => ({
  job_id: `req_${String(number).padStart(24, '0')}`,
  status: 'running',
  endpoint: '/try_on_outfit',
  created_at: `2026-01-02T03:04:${String(number).padStart(2, '0')}.000Z`,
  started_at: null,
  completed_at: null,
  deadline: '2026-01-02T03:06:05.678Z',
  cancel_requested_at: null,
  progress: null,
  image_ids: [],
  error: null,
  response_expires_at: null,
  cost: null,
  ...state,
});
const at = (fraction: number): Partial<Job> => ({ progress: { stage: 'dressing', fraction } });
const ids = (jobs: readonly Job[]) => jobs.map(({ job_id }) => Number(job_id.slice(4)));

describe('jobs that arrive while a list is shown', () => {
  it('given new ones and known ones, then all are there once, newest first', () =>
    expect(ids(mergeJobs([aJob(3), aJob(1)], [aJob(4), aJob(3), aJob(2)]))).toEqual([4, 3, 2, 1]));

  it.each([
    ['an ended one stays ended', aJob(1, { status: 'succeeded' }), aJob(1), 'succeeded'],
    ['a running one is not queued again', aJob(1), aJob(1, { status: 'queued' }), 'running'],
    ['an end is taken', aJob(1), aJob(1, { status: 'canceled' }), 'canceled'],
  ])('given two states of a job, then %s', (_, known, arrived, status) =>
    expect(mergeJobs([known], [arrived])[0]?.status).toBe(status),
  );

  it.each([
    [0.5, 0.4, 0.5],
    [0.5, 0.6, 0.6],
  ])('given progress %d, then %d, then it is %d', (known, arrived, shown) =>
    expect(mergeJobs([aJob(1, at(known))], [aJob(1, at(arrived))])[0]?.progress?.fraction).toBe(shown),
  );

  it.each([
    ['the answer to a cancel without progress', { cancel_requested_at: '2026-01-02T03:04:05.678Z' }, 0.5],
    ['progress from before the cancel', { ...at(0.6) }, 0.6],
  ])('given a cancel and %s, then both are shown', (_, arrived, fraction) => {
    const canceled = { cancel_requested_at: '2026-01-02T03:04:05.678Z' };
    const known = aJob(1, { ...at(0.5), ...('progress' in arrived && canceled) });
    const [job] = mergeJobs([known], [aJob(1, arrived)]);
    expect(job).toMatchObject({ ...canceled, progress: { fraction } });
  });
});
