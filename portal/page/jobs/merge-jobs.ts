import type { Job } from '@styling/client';

const RANK = { queued: 0, running: 1, succeeded: 2, failed: 2, canceled: 2 } as const;

/** Whether nothing more happens to a job. */
export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean => RANK[status] === 2;

/** Jobs, newest first, once states of some of them and new ones have arrived, which several ways may bring in any order. */
export function mergeJobs(known: readonly Job[], arrived: readonly Job[]): Job[] {
  const jobs = new Map(known.map((job) => [job.job_id, job]));
  for (const job of arrived) jobs.set(job.job_id, mergeJob(jobs.get(job.job_id), job));
  return [...jobs.values()].sort(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.job_id.localeCompare(a.job_id),
  );
}

/** A job of which a state was known before: one that has ended stays so, and progress never falls. */
export function mergeJob(known: Job | undefined, arrived: Job): Job {
  if (!known || RANK[arrived.status] > RANK[known.status]) return arrived;
  if (RANK[arrived.status] < RANK[known.status] || hasEnded(known)) return known;
  const isFurther = (arrived.progress?.fraction ?? 0) >= (known.progress?.fraction ?? 0);
  return {
    ...arrived,
    cancel_requested_at: arrived.cancel_requested_at ?? known.cancel_requested_at,
    progress: isFurther ? arrived.progress : known.progress,
  };
}
