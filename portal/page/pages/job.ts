import { initialState, Task, TaskStatus } from '@lit/task';
import { ApiError, type ImageRecord, type Job } from '@styling/client';
import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { text } from '#texts/job.ts';
import { text as jobs } from '#texts/jobs.ts';
import { text as lists } from '#texts/lists.ts';
import { text as work } from '#texts/work.ts';
import { whenRead } from '../elements/when-read.ts';
import { FollowedJob } from '../jobs/live-jobs.ts';
import { hasEnded } from '../jobs/merge-jobs.ts';
import { cancelJob, progressBar, progressOf } from '../jobs/running-job.ts';
import { shortenedJson } from '../jobs/shortened-json.ts';
import { renderTimeline } from '../jobs/timeline.ts';
import { copiedId, facts } from '../lists/facts.ts';
import { PortalPage } from '../portal-page.ts';

/** One job: how far it is, what it made, its response, and what happened to it. */
@customElement('portal-job')
export class PortalJob extends PortalPage {
  readonly #followed = new FollowedJob(this);
  readonly #timeline = new Task(this, {
    // What happened since is read anew with each state.
    args: () => [this.#followed.job?.status, this.#followed.job?.cancel_requested_at] as const,
    task: async ([status], { signal }) =>
      status ? this.portal.client.jobs.timeline(this.#id, { signal }) : initialState,
  });
  readonly #images = new Task(this, {
    args: () => this.#followed.job?.image_ids ?? [],
    task: (ids, { signal }) =>
      ids.length > 0 ? Promise.all(ids.map((id) => this.#readImage(id, signal))) : initialState,
  });
  /** The JSON of the response, read when it is asked for. */
  readonly #response = new Task(this, {
    autoRun: false,
    task: async (_, { signal }) =>
      shortenedJson(await this.portal.client.jobs.response(this.#id, { signal }), text.response.shortened),
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
        <p><a href="/portal/jobs">${jobs.title}</a></p>
        <div class="head">
          <h1>${job ? work.endpoint(job.endpoint) : text.title}</h1>
          ${job ? html`<portal-status status=${job.status}></portal-status>` : ''}
        </div>
      </div>
      ${this.#renderFollowed()}
    </div>`;
  }

  #renderFollowed() {
    const { job, error } = this.#followed;
    if (!job) {
      if (!error) return html`<portal-skeleton lines="8"></portal-skeleton>`;
      return html`<portal-error .error=${error} @retry=${() => this.#followed.retry()}></portal-error>`;
    }
    const hasImages = job.image_ids.length > 0;
    const response = html`<section class="card stack">
      <h2>${text.response.heading}</h2>
      ${this.#renderResponse(job.response_expires_at)}
    </section>`;
    return html`
      ${error ? html`<p class="muted" role="status">${text.connectionLost}</p>` : ''}
      ${hasEnded(job) ? '' : this.#renderProgress(job)}
      <div class="columns gap-4 ${hasImages ? 'min-[860px]:grid-cols-[minmax(0,3fr)_auto]' : ''}">
        <section class="card">${renderFacts(job)}</section>
        ${hasImages ? this.#renderImages(job) : ''}
      </div>
      <section class="card stack min-h-80">
        <h2>${text.timeline.heading}</h2>
        ${whenRead(this.#timeline, 4, renderTimeline)}
      </section>
      ${job.status === 'succeeded' ? response : ''}
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
    const { status, value, error } = this.#images;
    if (status === TaskStatus.ERROR) {
      return html`<portal-error .error=${error} @retry=${() => this.#images.run()}></portal-error>`;
    }
    return html`<div class="flex flex-wrap gap-3">
      ${value?.map(renderImage) ?? image_ids.map(() => html`<div class=${PICTURE}></div>`)}
    </div>`;
  }

  #renderResponse(until: string | null) {
    const { none, expired, show, until: keptUntil } = text.response;
    if (until === null) return html`<p class="muted">${none}</p>`;
    if (Date.parse(until) <= Date.now()) return html`<p class="muted">${expired}</p>`;
    const { status } = this.#response;
    const read = () => this.#response.run();
    const button = html`<button type="button" class="justify-self-start" @click=${read}>${show}</button>`;
    return html`${status === TaskStatus.INITIAL ? button : whenRead(this.#response, 3, renderJson)}
      ${status === TaskStatus.ERROR ? '' : html`<p class="muted small">${keptUntil} ${time(until)}</p>`}`;
  }
}

const between = (from: string, to: string) => lists.duration(Date.parse(to) - Date.parse(from));
const time = (moment: string) => html`<portal-time datetime=${moment}></portal-time>`;

/** What is known of a request and its outcome. */
function renderFacts(job: Job) {
  const { job_id, endpoint, created_at, started_at, completed_at, deadline, cost, error } = job;
  const details = error?.details && `: ${error.details}`;
  const refused = error && html`${error.error}${details} <code class="muted">${error.code}</code>`;
  return facts([
    [text.facts.endpoint, html`<code>POST ${endpoint}</code>`],
    [text.facts.created, time(created_at)],
    [text.facts.waited, started_at && between(created_at, started_at)],
    [text.facts.took, completed_at && between(created_at, completed_at)],
    [text.facts.deadline, hasEnded(job) ? null : time(deadline)],
    [text.facts.cost, cost === null ? null : text.cost(cost)],
    [text.facts.error, refused],
    [text.title, copiedId(job_id)],
  ]);
}

const PICTURE = 'block h-72 w-54 overflow-hidden rounded-card bg-line';

const renderImage = (image: ImageRecord | null) =>
  image
    ? html`<a class=${PICTURE} href="/portal/images/${image.image_id}">
        <img class="size-full object-cover" src=${image.image_url} alt=${text.image} width="216" height="288" />
      </a>`
    : html`<p class="muted">${text.imageGone}</p>`;

const renderJson = (json: string) =>
  html`<portal-code class="max-h-[60vh] overflow-auto" language="json" .code=${json}></portal-code>`;
