import type { Job } from '@styling/client';
import { text } from '#texts/jobs.ts';
import type { Portal } from '../portal.ts';

/** Asks for the end of a job, or announces that it failed. @returns the job as it is then */
export async function cancelJob({ client, announce }: Portal, job: Job): Promise<Job> {
  try {
    return await client.jobs.cancel(job.job_id);
  } catch (error) {
    announce(text.notCanceled(error instanceof Error ? error.message : String(error)));
    return job;
  }
}
