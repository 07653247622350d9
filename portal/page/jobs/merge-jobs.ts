import type { Job } from '@styling/client';

const RANK = { queued: 0, running: 1, succeeded: 2, failed: 2, canceled: 2 } as const;

/** Whether nothing more happens to a job. */
export const hasEnded = ({ status }: Pick<Job, 'status'>): boolean => RANK[status] === 2;

/**
 * Jobs, newest first, once states of some of them and new ones have arrived. As several ways bring them, a state that is behind the
 * one that is known changes nothing.
 */
export function mergeJobs(known: readonly Job[], arrived: readonly Job[]): Job[] {
  const jobs = new Map(known.map((job) => [job.job_id, job]));
  for (const job of arrived) {
    const before = jobs.get(job.job_id);
    if (!before || !isBehind(job, before)) jobs.set(job.job_id, job);
  }
  return [...jobs.values()].sort(
    (a, b) => b.created_at.localeCompare(a.created_at) || b.job_id.localeCompare(a.job_id),
  );
}

function isBehind(job: Job, other: Job): boolean {
  if (RANK[job.status] !== RANK[other.status]) return RANK[job.status] < RANK[other.status];
  return (job.progress?.fraction ?? 0) < (other.progress?.fraction ?? 0);
}
