import type { Job } from '@styling/client';
import { pause, WhileVisible } from '../lists/while-visible.ts';
import type { PortalPage } from '../portal-page.ts';
import { hasEnded, mergeJob } from './merge-jobs.ts';

/** After a failure, ms. */
const RETRY_MS = 5_000;

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
