import type { Job } from '@styling/client';
import type { ReactiveControllerHost } from 'lit';
import { pause } from '../lists/pause.ts';
import { WhileVisible } from '../lists/while-visible.ts';
import type { Portal } from '../portal.ts';
import { hasEnded } from './merge-jobs.ts';

/** How often the newest jobs are read, ms, and how soon at first: those of other clients appear by it. */
const [FIRST_MS, INTERVAL_MS] = [1_000, 5_000];
/** Most jobs that are followed at once: HTTP/1.1 has six connections, which the rest of the page needs too. */
const MOST_FOLLOWED = 3;

/** Where live jobs come from, and where they go. */
export type LiveJobsOptions = {
  readonly client: () => Portal['client'];
  /** Reads the newest jobs. */
  readonly newest: (signal: AbortSignal) => Promise<readonly Job[]>;
  /** Jobs that are shown. */
  readonly shown: () => readonly Job[];
  /** Called with new states of jobs, and new jobs. */
  readonly onJobs: (jobs: readonly Job[]) => void;
};

/** Keeps a list of jobs up to date while it is looked at: its newest page by intervals, the progress of running ones as it comes. */
export class LiveJobs {
  /** Whether the last look failed. */
  isStale = false;
  readonly #host: ReactiveControllerHost;
  readonly #options: LiveJobsOptions;
  readonly #followed = new Set<string>();

  constructor(host: ReactiveControllerHost, options: LiveJobsOptions) {
    this.#host = host;
    this.#options = options;
    new WhileVisible(host, (signal) => void this.#keepUp(signal));
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    const { newest, onJobs, shown } = this.#options;
    for (let ms = FIRST_MS; ; ms = INTERVAL_MS) {
      await pause(ms, signal);
      if (signal.aborted) return;
      try {
        onJobs(await newest(signal));
        this.#note(false);
      } catch {
        if (!signal.aborted) this.#note(true);
      }
      for (const job of shown()) if (!hasEnded(job)) void this.#follow(job.job_id, signal);
    }
  }

  async #follow(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted || this.#followed.has(id) || this.#followed.size >= MOST_FOLLOWED) return;
    this.#followed.add(id);
    try {
      for await (const job of this.#options.client().jobs.follow(id, { signal })) this.#options.onJobs([job]);
    } catch {
      // The next poll tries again, and reports it if that fails too.
    } finally {
      this.#followed.delete(id);
    }
  }

  #note(isStale: boolean): void {
    if (this.isStale === isStale) return;
    this.isStale = isStale;
    this.#host.requestUpdate();
  }
}
