import type { Job } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/jobs.ts';
import { text as work } from '#texts/work.ts';
import type { Portal } from '../portal.ts';

/** How far a job is, in words; null while that is not known. */
export const progressOf = ({ progress }: Job) => progress && text.progress(progress.stage, progress.fraction);

/** How far a job is, as a thin bar. @param place classes for its place in a grid */
export const progressBar = (job: Job, place: string) => html`<progress
  class="h-1 w-full appearance-none overflow-hidden rounded-[2px] border-0 bg-line ${place}
    [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent
    [&::-webkit-progress-value]:[transition:inline-size_var(--motion)]"
  max="1" value=${job.progress?.fraction ?? 0} aria-label=${progressOf(job) ?? work.endpoint(job.endpoint)}
></progress>`;

/** Asks for the end of a job, or announces that it failed. @returns the job as it is then */
export async function cancelJob({ client, announce }: Portal, job: Job): Promise<Job> {
  try {
    return await client.jobs.cancel(job.job_id);
  } catch (error) {
    announce(text.notCanceled((error as Error).message));
    return job;
  }
}
