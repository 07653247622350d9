import type { ImageRecord, Job } from '@styling/client';
import { html } from 'lit';
import { text } from '#texts/jobs.ts';
import { text as lists } from '#texts/lists.ts';
import { text as work } from '#texts/work.ts';
import { thumbnail } from '../lists/thumbnails.ts';
import { hasEnded } from './merge-jobs.ts';
import { progressBar, progressOf } from './running-job.ts';

const GRID = `grid grid-cols-[auto_104px_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1
  max-sm:grid-cols-[auto_minmax(0,1fr)_auto]`;

/**
 * A job of the list: a link to it, which is all of the row, how far it is, and a button to cancel it while it runs.
 *
 * @param image what it made, if that is kept
 */
export const jobRow = (job: Job, image: ImageRecord | undefined, cancel: () => void) => html`<li
  class="relative min-h-14 px-4 py-2 hover:bg-ink/3 max-sm:py-3 ${GRID}"
>
  ${thumbnail(image, iconOf(job))}
  <portal-status class="max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end" status=${job.status}></portal-status>
  <span class="flex flex-wrap gap-x-3 max-sm:col-start-2 max-sm:row-start-1">
    <a class="font-medium text-ink no-underline after:absolute after:inset-0" href="/portal/jobs/${job.job_id}">${work.endpoint(job.endpoint)}</a>
    <portal-time class="muted" datetime=${job.created_at} relative></portal-time>
  </span>
  <span class="muted small number flex flex-wrap justify-end gap-x-3 max-sm:col-start-2 max-sm:justify-start">
    ${figuresOf(job).map((figure) => html`<span>${figure}</span>`)}
  </span>
  ${hasEnded(job) ? '' : renderCancel(job, cancel)} ${job.progress && progressBar(job, 'col-[3/-1] max-sm:col-[1/-1]')}
</li>`;

const renderCancel = ({ cancel_requested_at, endpoint }: Job, cancel: () => void) =>
  cancel_requested_at
    ? html`<span class="muted small">${text.canceling}</span>`
    : html`<button type="button" class="relative min-h-9 justify-self-end" aria-label=${text.cancelOf(endpoint)} @click=${cancel}>
        ${text.cancel}
      </button>`;

/** Stands for a job of which there is no picture. */
function iconOf({ status, endpoint }: Job) {
  if (status === 'failed') return 'warning';
  if (status === 'canceled') return 'stop';
  return endpoint === '/analyze_outfit' || endpoint === '/identify_clothing' ? 'search' : 'images';
}

/** What is said of a job in passing: how far it is, or what it took and made. */
function figuresOf(job: Job): readonly (string | null)[] {
  const { progress, created_at, completed_at, image_ids, error, cost } = job;
  if (progress) return [progressOf(job)];
  if (completed_at === null) return [];
  return [
    text.took(Date.parse(completed_at) - Date.parse(created_at)),
    image_ids.length > 0 ? lists.images(image_ids.length) : null,
    cost === null ? null : text.cost(cost),
    error?.code ?? null,
  ].filter((figure) => figure !== null);
}
