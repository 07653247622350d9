import { initialState, Task } from '@lit/task';
import { ApiError, type ImageRecord, type Job } from '@styling/client';
import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { text as jobs } from '#texts/jobs.ts';
import { text as work } from '#texts/work.ts';
import '../elements/portal-status.ts';
import { FollowedJob } from '../jobs/followed-job.ts';
import { renderJobFacts } from '../jobs/job-facts.ts';
import '../jobs/job-response.ts';
import { hasEnded } from '../jobs/merge-jobs.ts';
import { cancelJob, progressBar, progressOf } from '../jobs/running-job.ts';
import { renderTimeline } from '../jobs/timeline.ts';
import { renderError, renderTask, skeleton } from '../lists/render-task.ts';
import { PortalPage } from '../portal-page.ts';

/** One job: how far it is, what it made, its response, and what happened to it. */
@customElement('portal-job')
export class PortalJob extends PortalPage {
  readonly #followed = new FollowedJob(this);
  readonly #timeline = new Task(this, {
    // What happened since is read anew with each state.
    args: () => [this.#followed.job?.status, this.#followed.job?.cancel_requested_at] as const,
    task: async ([status], { signal }) =>
      status ? this.portal.client.jobs.timeline(this.params.id ?? '', { signal }) : initialState,
  });
  readonly #images = new Task(this, {
    args: () => this.#followed.job?.image_ids ?? [],
    task: (ids, { signal }) =>
      ids.length > 0 ? Promise.all(ids.map((id) => this.#readImage(id, signal))) : initialState,
  });

  /** null when it is no longer kept. */
  #readImage(id: string, signal: AbortSignal): Promise<ImageRecord | null> {
    return this.portal.client.images.get(id, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'image_not_found') return null;
      throw error;
    });
  }

  override render() {
    const { job, error } = this.#followed;
    return html`<div class="page">
      <div>
        <p><a href="/portal/jobs">${jobs.title}</a></p>
        <div class="head">
          <h1>${job ? work.endpoint(job.endpoint) : text.title}</h1>
          ${job ? html`<portal-status status=${job.status}></portal-status>` : ''}
        </div>
      </div>
      ${job ? this.#renderJob(job) : error ? renderError(error, () => this.#followed.retry()) : skeleton(8)}
    </div>`;
  }

  #renderJob(job: Job) {
    return html`
      ${this.#followed.error ? html`<p class="muted" role="status">${text.connectionLost}</p>` : ''}
      ${hasEnded(job) ? '' : this.#renderProgress(job)}
      <div class="columns gap-4 ${job.image_ids.length > 0 ? 'min-[860px]:grid-cols-[minmax(0,3fr)_auto]' : ''}">
        <section class="card">${renderJobFacts(job)}</section>
        ${job.image_ids.length > 0 ? this.#renderImages(job) : ''}
      </div>
      <section class="card stack min-h-80">
        <h2>${text.timeline.heading}</h2>
        ${renderTask(this.#timeline, renderTimeline, skeleton(4))}
      </section>
      ${
        job.status === 'succeeded'
          ? html`<portal-job-response class="card" .job=${job} .client=${this.portal.client}></portal-job-response>`
          : ''
      }
    `;
  }

  #renderProgress(job: Job) {
    const cancel = async () => this.#followed.arrived(await cancelJob(this.portal, job));
    return html`<div class="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1">
      ${progressBar(job, 'col-span-full')}
      <span class="muted number" role="status">${job.cancel_requested_at ? text.canceling : progressOf(job)}</span>
      ${job.cancel_requested_at ? '' : html`<button type="button" @click=${cancel}>${jobs.cancel}</button>`}
    </div>`;
  }

  #renderImages({ image_ids }: Job) {
    const places = html`<div class="flex flex-wrap gap-3">${image_ids.map(() => html`<div class=${PLACE}></div>`)}</div>`;
    const render = (images: readonly (ImageRecord | null)[]) => html`<div class="flex flex-wrap gap-3">
      ${images.map((image) => (image ? renderImage(image) : html`<p class="muted">${text.imageGone}</p>`))}
    </div>`;
    return renderTask(this.#images, render, places);
  }
}

const PLACE = 'block h-72 w-54 overflow-hidden rounded-card bg-line';

const renderImage = ({ image_id, image_url }: ImageRecord) => html`<a class=${PLACE} href="/portal/images/${image_id}">
  <img class="size-full object-cover" src=${image_url} alt=${text.image} />
</a>`;
