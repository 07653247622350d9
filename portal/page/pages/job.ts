import { Task } from '@lit/task';
import { ApiError, type ImageRecord, type Job, type Timeline } from '@styling/client';
import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { sheet } from '../portal-element.ts';
import '../elements/portal-error.ts';
import '../elements/portal-skeleton.ts';
import '../elements/portal-status.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import { FollowedJob } from '../jobs/followed-job.ts';
import { renderJobFacts } from '../jobs/job-facts.ts';
import '../jobs/job-response.ts';
import { hasEnded } from '../jobs/merge-jobs.ts';
import { progressStyle } from '../jobs/progress-style.ts';
import { renderSteps } from '../jobs/steps-table.ts';
import '../jobs/waterfall.ts';
import { jobPageStyle } from '../jobs/job-page-style.ts';
import { factsStyle } from '../lists/facts.ts';
import { PortalPage } from '../portal-page.ts';

/** One job: how far it is, what it made, its response, and what happened to it. */
@customElement('portal-job')
export class PortalJob extends PortalPage {
  static override styles = [sheet, factsStyle, progressStyle, jobPageStyle];
  readonly #followed = new FollowedJob(this, (signal) => this.portal.client.jobs.follow(this.#id, { signal }));
  readonly #timeline = new Task(this, {
    // What happened since is read anew with each state.
    args: () => [this.#followed.job?.status, this.#followed.job?.cancel_requested_at] as const,
    task: async ([status], { signal }) =>
      status === undefined ? undefined : this.portal.client.jobs.timeline(this.#id, { signal }),
  });
  readonly #images = new Task(this, {
    args: () => [this.#followed.job?.image_ids.join()] as const,
    task: ([ids], { signal }) => Promise.all((ids ? ids.split(',') : []).map((id) => this.#readImage(id, signal))),
  });

  get #id(): string {
    return this.params.id ?? '';
  }

  /** null when it is no longer kept. */
  #readImage(id: string, signal: AbortSignal): Promise<ImageRecord | null> {
    return this.portal.client.images.get(id, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'image_not_found') return null;
      throw error;
    });
  }

  override render() {
    const { job } = this.#followed;
    return html`<div class="page">
      <div>
        <p><a href="/portal/jobs">${text.back}</a></p>
        <div class="head">
          <h1>${job ? text.endpoint(job.endpoint) : text.title}</h1>
          ${job ? html`<portal-status status=${job.status}></portal-status>` : ''}
        </div>
      </div>
      ${this.#renderFollowed()}
    </div>`;
  }

  #renderFollowed() {
    const { job, error } = this.#followed;
    if (!job && error)
      return html`<portal-error .error=${error} @retry=${() => this.#followed.retry()}></portal-error>`;
    if (!job) return html`<portal-skeleton lines="8"></portal-skeleton>`;
    return html`
      ${error ? html`<p class="muted" role="status">${text.connectionLost}</p>` : ''}
      ${this.#renderProgress(job)}
      <div class="both ${job.image_ids.length > 0 ? 'has-pictures' : ''}">
        <section class="card">${renderJobFacts(job)}</section>
        ${this.#renderImages(job)}
      </div>
      ${this.#renderTimeline()}
      ${
        job.status === 'succeeded'
          ? html`<portal-job-response class="card" .job=${job} .client=${this.portal.client}></portal-job-response>`
          : ''
      }
    `;
  }

  #renderProgress(job: Job) {
    if (hasEnded(job)) return '';
    const { progress, cancel_requested_at } = job;
    const said = progress && text.progress(progress.stage, progress.fraction);
    return html`<div class="running">
      <progress max="1" value=${progress?.fraction ?? 0} aria-label=${said ?? text.endpoint(job.endpoint)}></progress>
      <span class="muted number" role="status">${cancel_requested_at ? text.canceling : said}</span>
      ${
        cancel_requested_at
          ? ''
          : html`<button type="button" @click=${async () => this.#followed.arrived(await cancelJob(this.portal, job))}>
              ${text.cancel}
            </button>`
      }
    </div>`;
  }

  #renderImages({ image_ids }: Job) {
    if (image_ids.length === 0) return '';
    return this.#images.render({
      pending: () => html`<div class="pictures">${image_ids.map(() => html`<div></div>`)}</div>`,
      complete: (images) => html`<div class="pictures">
        ${images.map((image) => (image ? renderImage(image) : html`<p class="muted">${text.imageGone}</p>`))}
      </div>`,
      error: (error) => html`<portal-error .error=${error} @retry=${() => this.#images.run()}></portal-error>`,
    });
  }

  #renderTimeline() {
    return html`<section class="card stack timeline">
      <h2>${text.timeline.heading}</h2>
      ${this.#timeline.render({
        // While it is read anew, what was known stays.
        pending: () => renderTimeline(this.#timeline.value),
        complete: renderTimeline,
        error: (error) => html`<portal-error .error=${error} @retry=${() => this.#timeline.run()}></portal-error>`,
      })}
    </section>`;
  }
}

const renderTimeline = (timeline: Timeline | undefined) =>
  timeline
    ? html`<p class="muted small">${text.timeline.hint}</p>
        <portal-waterfall .timeline=${timeline}></portal-waterfall>
        ${renderSteps(timeline)}`
    : html`<portal-skeleton lines="4"></portal-skeleton>`;

const renderImage = ({ image_id, image_url, width, height }: ImageRecord) => html`<a href="/portal/images/${image_id}">
  <img src=${image_url} alt=${text.image} width=${width ?? 900} height=${height ?? 1200} />
</a>`;
