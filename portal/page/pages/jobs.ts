import type { Job } from '@styling/client';
import { html, type PropertyValues } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/jobs.ts';
import { text as lists } from '#texts/lists.ts';
import { jobRow } from '../jobs/job-row.ts';
import { LiveJobs } from '../jobs/live-jobs.ts';
import { cancelJob } from '../jobs/running-job.ts';
import { renderFilter } from '../lists/filter.ts';
import { PagedList } from '../lists/paged-list.ts';
import { renderEmpty, renderList } from '../lists/render-list.ts';
import { Thumbnails } from '../lists/thumbnails.ts';
import { PortalPage } from '../portal-page.ts';

const PATH = '/portal/jobs';
const PAGE = 30;
const STATUSES = Object.keys(text.statuses) as (keyof typeof text.statuses)[];

/** The jobs of the last thirty days, live, of one state or of all. */
@customElement('portal-jobs')
export class PortalJobs extends PortalPage {
  readonly #list = new PagedList<Job>(this, async (cursor, signal) => {
    const status = this.#status;
    const query = { limit: PAGE, ...(status && { status }), ...(cursor !== undefined && { cursor }) };
    const { jobs, next_cursor } = await this.portal.client.call('listJobs', { query }, { signal });
    return { items: jobs, nextCursor: next_cursor };
  });
  readonly #live = new LiveJobs(this, this.#list);
  readonly #thumbnails = new Thumbnails(this);

  get #status() {
    return STATUSES.find((known) => known === this.params.status);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('params');
    if (!this.hasUpdated || (before && before.status !== this.params.status)) void this.#list.restart();
  }

  override updated(): void {
    const rows = this.#list.items.map(({ image_ids: [imageId], created_at }) => ({ imageId, after: created_at }));
    void this.#thumbnails.want(rows);
  }

  override render() {
    const choices = STATUSES.map((status) => {
      return { label: text.statuses[status], href: `${PATH}?status=${status}`, isChosen: this.#status === status };
    });
    return html`<div class="page">
      <div class="head">
        <h1>${text.title}</h1>
        ${renderFilter(lists.filter, [{ label: lists.all, href: PATH, isChosen: !this.#status }, ...choices])}
      </div>
      ${this.#live.isStale ? html`<p class="muted" role="status">${text.stale}</p>` : ''}
      ${renderList(
        this.#list,
        html`<portal-skeleton lines="6"></portal-skeleton>`,
        this.#status ? renderEmpty(text.noneOfStatus, PATH) : renderEmpty(text.empty),
        (jobs) => this.#renderRows(jobs),
      )}
    </div>`;
  }

  #renderRows(jobs: readonly Job[]) {
    return html`<ul class="card divide-y divide-line overflow-hidden p-0">
      ${repeat(
        jobs,
        ({ job_id }) => job_id,
        (job) => jobRow(job, this.#thumbnails.of(job.image_ids[0]), () => this.#cancel(job)),
      )}
    </ul>`;
  }

  async #cancel(job: Job): Promise<void> {
    this.#live.arrived([await cancelJob(this.portal, job)]);
  }
}
