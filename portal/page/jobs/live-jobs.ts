import type { Job } from '@styling/client';
import type { PagedList } from '../lists/paged-list.ts';
import { pause, WhileVisible } from '../lists/while-visible.ts';
import type { PortalPage } from '../portal-page.ts';
import { hasEnded, mergeJob, mergeJobs } from './merge-jobs.ts';

/** How often the newest jobs are read, ms, and how soon at first: those of other clients appear by it. */
const [FIRST_MS, INTERVAL_MS] = [1_000, 5_000];
/** Most jobs that are followed at once: HTTP/1.1 has six connections, which the rest of the page needs too. */
const MOST_FOLLOWED = 3;
/** After a failure to read a job that is followed alone, ms. */
const RETRY_MS = 5_000;

/** Keeps a page's list of jobs up to date while it is looked at: its newest page by intervals, the progress of running ones as it comes. */
export class LiveJobs {
  /** Whether the last look failed. */
  isStale = false;
  readonly #page: PortalPage;
  readonly #list: PagedList<Job>;
  readonly #followed = new Set<string>();

  constructor(page: PortalPage, list: PagedList<Job>) {
    this.#page = page;
    this.#list = list;
    new WhileVisible(page, (signal) => void this.#keepUp(signal));
  }

  /** Shows new states of jobs, and new jobs; before the first page, which is still to come, with them. */
  arrived(jobs: readonly Job[]): void {
    const { items, state } = this.#list;
    if (items.length > 0 || state === 'complete') this.#list.change((known) => mergeJobs(known, jobs));
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    for (let ms = FIRST_MS; ; ms = INTERVAL_MS) {
      await pause(ms, signal);
      if (signal.aborted) return;
      try {
        this.arrived(await this.#list.newest(signal));
        this.isStale = false;
      } catch {
        if (!signal.aborted) this.isStale = true;
      }
      this.#page.requestUpdate();
      for (const job of this.#list.items) if (!hasEnded(job)) void this.#follow(job.job_id, signal);
    }
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#followed.has(id) || this.#followed.size >= MOST_FOLLOWED) return;
    this.#followed.add(id);
    try {
      for await (const job of this.#page.portal.client.jobs.follow(id, { signal })) this.arrived([job]);
    } catch {
      // The next poll tries again, and reports it if that fails too.
    } finally {
      this.#followed.delete(id);
    }
  }
}

/** The job of a page as it is now, followed until it has ended, while it is looked at. */
export class FollowedJob {
  job: Job | undefined;
  /** Why it is not known how the job is now. */
  error: unknown;
  readonly #page: PortalPage;
  readonly #following: WhileVisible;

  constructor(page: PortalPage) {
    this.#page = page;
    this.#following = new WhileVisible(page, (signal) => void this.#keepUp(signal));
  }

  /** Begins again after the job could not be read at all. */
  retry(): void {
    this.error = undefined;
    this.#following.restart();
    this.#page.requestUpdate();
  }

  /** Shows a newer state. */
  arrived(job: Job): void {
    this.job = mergeJob(this.job, job);
    this.error = undefined;
    this.#page.requestUpdate();
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    const { portal, params } = this.#page;
    while (!signal.aborted && !(this.job && hasEnded(this.job))) {
      try {
        for await (const job of portal.client.jobs.follow(params.id ?? '', { signal })) this.arrived(job);
      } catch (error) {
        if (signal.aborted) return;
        this.error = error;
        this.#page.requestUpdate();
        if (!this.job) return;
        await pause(RETRY_MS, signal);
      }
    }
  }
}
