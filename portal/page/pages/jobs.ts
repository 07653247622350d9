import type { Job } from '@styling/client';
import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { text } from '#texts/jobs.ts';
import { sheet } from '../portal-element.ts';
import '../elements/portal-empty.ts';
import '../elements/portal-skeleton.ts';
import { cancelJob } from '../jobs/cancel-job.ts';
import '../jobs/job-row.ts';
import { LiveJobs } from '../jobs/live-jobs.ts';
import { mergeJobs } from '../jobs/merge-jobs.ts';
import { filterStyle, renderFilter } from '../lists/filter.ts';
import '../lists/list-end.ts';
import { PagedList } from '../lists/paged-list.ts';
import { Thumbnails } from '../lists/thumbnails.ts';
import { PortalPage } from '../portal-page.ts';

const PAGE = 30;
type Status = keyof typeof text.statuses;
const isStatus = (value: string | undefined): value is Status =>
  value !== undefined && Object.hasOwn(text.statuses, value);

/** The jobs of the last thirty days, live, of one state or of all. */
@customElement('portal-jobs')
export class PortalJobs extends PortalPage {
  static override styles = [
    sheet,
    filterStyle,
    css`
      ul.card {
        padding: 0;
        overflow: hidden;
      }
      li + li {
        border-top: 1px solid var(--line);
      }
    `,
  ];
  readonly #list = new PagedList<Job>(this, (cursor, signal) => this.#read(signal, cursor));
  readonly #live = new LiveJobs(this, {
    client: () => this.portal.client,
    newest: async (signal) => (await this.#read(signal)).items,
    shown: () => this.#list.items,
    onJobs: (jobs) => this.#arrived(jobs),
  });

  readonly #thumbnails = new Thumbnails(this);

  get #status(): Status | undefined {
    const { status } = this.params;
    return isStatus(status) ? status : undefined;
  }

  async #read(signal: AbortSignal, cursor?: string) {
    const status = this.#status;
    const query = { limit: PAGE, ...(status && { status }), ...(cursor !== undefined && { cursor }) };
    const { jobs, next_cursor } = await this.portal.client.call('listJobs', { query }, { signal });
    return { items: jobs, nextCursor: next_cursor };
  }

  /** Before the first page, it is still to come, with them. */
  #arrived(jobs: readonly Job[]): void {
    const { items, state } = this.#list;
    if (items.length > 0 || state === 'complete') this.#list.change((known) => mergeJobs(known, jobs));
  }

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    const before = changed.get('params') as this['params'] | undefined;
    if (changed.has('portal') || (before && before.status !== this.params.status)) void this.#list.restart();
  }

  override updated(): void {
    void this.#thumbnails.want(
      this.#list.items.map(({ image_ids: [imageId], created_at }) => ({ imageId, after: created_at })),
    );
  }

  override render() {
    const choices = [
      { label: text.all, href: '/portal/jobs', isChosen: this.#status === undefined },
      ...Object.entries(text.statuses).map(([status, label]) => ({
        ...{ label, href: `/portal/jobs?status=${status}`, isChosen: this.#status === status },
      })),
    ];
    return html`<div class="page">
      <div class="head">
        <h1>${text.title}</h1>
        ${renderFilter(text.filter, choices)}
      </div>
      ${this.#live.isStale ? html`<p class="muted" role="status">${text.stale}</p>` : ''} ${this.#renderJobs()}
    </div>`;
  }

  #renderJobs() {
    const { items, state, error } = this.#list;
    if (items.length === 0 && state === 'reading') return html`<portal-skeleton lines="6"></portal-skeleton>`;
    if (items.length === 0 && state === 'complete') return renderEmpty(this.#status !== undefined);
    return html`
      ${items.length > 0 ? html`<ul class="card">${this.#renderRows(items)}</ul>` : ''}
      <portal-list-end .state=${state} .error=${error} @more=${() => this.#list.more()}></portal-list-end>
    `;
  }

  #renderRows(jobs: readonly Job[]) {
    return repeat(
      jobs,
      ({ job_id }) => job_id,
      (job) => html`<li>
        <portal-job-row .job=${job} .image=${this.#thumbnails.of(job.image_ids[0])} @cancel=${() => this.#cancel(job)}></portal-job-row>
      </li>`,
    );
  }

  async #cancel(job: Job): Promise<void> {
    this.#arrived([await cancelJob(this.portal, job)]);
  }
}

function renderEmpty(isFiltered: boolean) {
  const { heading, text: sentence, action } = isFiltered ? text.noneOfStatus : text.empty;
  return html`<portal-empty heading=${heading} text=${sentence}>
    <a class="button ${isFiltered ? '' : 'primary'}" href=${isFiltered ? '/portal/jobs' : '/portal/'}>${action}</a>
  </portal-empty>`;
}
