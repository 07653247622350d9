import type { Tab } from './order.ts';

/** A job that a page left running. Nothing of what was ordered is kept. */
export type PendingJob = { readonly tab: Tab; readonly job_id: string };

const KEY = 'styling-studio-job';

/** Keeps the running job of this browser tab, to find it again when the page is loaded anew. */
export const pendingJob = {
  keep: (job: PendingJob): void => sessionStorage.setItem(KEY, JSON.stringify(job)),
  forget: (jobId: string): void => {
    if (pendingJob.read()?.job_id === jobId) sessionStorage.removeItem(KEY);
  },
  read: (): PendingJob | undefined => {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return undefined;
    try {
      const { tab, job_id } = JSON.parse(kept);
      if (['try-on', 'style-me', 'analyse'].includes(tab) && typeof job_id === 'string') return { tab, job_id };
    } catch {
      // What another script left there is no job.
    }
    sessionStorage.removeItem(KEY);
    return undefined;
  },
};
