import type { Job } from '@styling/client';
import type { ReactiveControllerHost } from 'lit';
import { pause } from '../lists/pause.ts';
import { WhileVisible } from '../lists/while-visible.ts';
import { hasEnded, mergeJob } from './merge-jobs.ts';

/** After a failure, ms. */
const RETRY_MS = 5_000;

/** One job as it is now, followed until it has ended, while it is looked at. */
export class FollowedJob {
  job: Job | undefined;
  /** Why it is not known how the job is now. */
  error: unknown;
  readonly #host: ReactiveControllerHost;
  #visible: AbortSignal | undefined;
  readonly #follow: (signal: AbortSignal) => AsyncIterable<Job>;

  constructor(host: ReactiveControllerHost, follow: (signal: AbortSignal) => AsyncIterable<Job>) {
    this.#host = host;
    this.#follow = follow;
    new WhileVisible(host, (signal) => {
      this.#visible = signal;
      void this.#keepUp(signal);
    });
  }

  /** Begins again after the job could not be read at all. */
  retry(): void {
    this.error = undefined;
    this.#host.requestUpdate();
    if (this.#visible) void this.#keepUp(this.#visible);
  }

  /** Shows a newer state. */
  arrived(job: Job): void {
    this.job = mergeJob(this.job, job);
    this.error = undefined;
    this.#host.requestUpdate();
  }

  async #keepUp(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(this.job && hasEnded(this.job))) {
      try {
        for await (const job of this.#follow(signal)) this.arrived(job);
      } catch (error) {
        if (signal.aborted) return;
        this.error = error;
        this.#host.requestUpdate();
        if (!this.job) return;
        await pause(RETRY_MS, signal);
      }
    }
  }
}
