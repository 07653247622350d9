import { ApiError, type Client, type Job } from '@styling/client';
import { text } from '#texts/studio.ts';
import type { StudioOrder, Tab } from './order.ts';
import { type Missing, orderOf } from './order-of.ts';
import { pendingJob } from './pending-job.ts';
import { resumeJob, runOrder, type Wait } from './run-order.ts';
import { evolve, initialState, type Outcome, type Shown, type StudioEvent, type StudioState } from './studio-state.ts';

/** What keeps an order from being sent. */
export type Obstacle = Missing | 'offline';

/** What a playground says in passing, and when something was counted. */
export type PlaygroundOptions = {
  readonly client: Client;
  readonly announce: (words: string) => void;
  /** After a request has ended, however. */
  readonly onEnd: () => void;
  /** Whether a running job is found again after the page was loaded anew. */
  readonly isResumed: boolean;
};

/**
 * The state of a studio, and what changes it. It outlives the elements that show it, so that a request goes on while another page is shown.
 *
 * @fires change after every change
 */
export class Playground extends EventTarget {
  #state = initialState;
  #options: PlaygroundOptions;

  constructor(options: PlaygroundOptions) {
    super();
    this.#options = options;
    const pending = options.isResumed ? pendingJob.read() : undefined;
    if (!pending) return;
    const { tab, job_id } = pending;
    void this.#run(tab, null, null, (wait) => resumeJob(options.client, tab, job_id, wait));
  }

  get state(): StudioState {
    return this.#state;
  }

  get client(): Client {
    return this.#options.client;
  }

  /** Gives it what the page has now, e.g. after another sign-in. */
  attach(options: PlaygroundOptions): void {
    this.#options = options;
  }

  /** Takes note of what happened. */
  apply(event: StudioEvent): void {
    this.#state = evolve(this.#state, event);
    this.dispatchEvent(new Event('change'));
  }

  /** Sends the order of a tab. @returns why nothing was sent, if so */
  start(tab: Tab): Obstacle | undefined {
    const ready = orderOf(this.#state, tab);
    if ('missing' in ready) return ready.missing;
    if (!navigator.onLine) return 'offline';
    const { order } = ready;
    void this.#run(tab, order, this.#before(tab), (wait) => runOrder(this.client, order, wait));
    return undefined;
  }

  /** Asks for the end of a running request. What ended meanwhile stays. */
  cancel(tab: Tab): void {
    const run = this.#state.runs[tab];
    if (run.at !== 'running' || run.isCanceling) return;
    this.apply({ type: 'cancel_asked', tab });
    if (run.job) this.#cancelJob(run.job);
  }

  /** Keeps an image for ever. @throws ApiError */
  async keep(image_id: string): Promise<void> {
    await this.client.images.keep(image_id);
    this.apply({ type: 'image_kept', image_id });
    this.#options.announce(text.result.kept);
  }

  /** Deletes an image. @throws ApiError */
  async delete(image_id: string): Promise<void> {
    await this.client.images.delete(image_id);
    this.apply({ type: 'image_deleted', image_id });
    this.#options.announce(text.remove.done);
  }

  #before(tab: Tab): Shown | null {
    const { sitter, subject } = this.#state;
    return tab === 'analyse' ? subject : sitter;
  }

  async #run(
    tab: Tab,
    order: StudioOrder | null,
    before: Shown | null,
    work: (wait: Wait) => Promise<Outcome>,
  ): Promise<void> {
    this.apply({ type: 'began', tab, order, before });
    let jobId: string | undefined;
    const onProgress = (job: Job) => {
      const isFirst = jobId === undefined;
      jobId = job.job_id;
      this.apply({ type: 'progressed', tab, job });
      if (!isFirst) return;
      pendingJob.keep({ tab, job_id: job.job_id });
      const run = this.#state.runs[tab];
      if (run.at === 'running' && run.isCanceling) this.#cancelJob(job);
    };
    try {
      const outcome = await work({ onProgress });
      this.apply({ type: 'ended', tab, outcome });
      this.#options.announce(readyWords(outcome));
    } catch (error) {
      this.#failed(tab, error);
    } finally {
      if (jobId) pendingJob.forget(jobId);
      this.#options.onEnd();
    }
  }

  #failed(tab: Tab, error: unknown): void {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'canceled') {
      this.apply({ type: 'dismissed', tab });
      this.#options.announce(text.running.canceled);
      return;
    }
    this.apply({ type: 'failed', tab, error });
  }

  /** A failure to cancel changes nothing: what runs is shown until it ends. */
  #cancelJob({ job_id }: Job): void {
    this.client.jobs.cancel(job_id).catch(() => undefined);
  }
}

function readyWords(outcome: Outcome): string {
  if (outcome.tab === 'try-on') return text.result.ready;
  if (outcome.tab === 'style-me') return text.styleMe.ready(outcome.outfits.length);
  return text.analysis.ready(outcome.items.length);
}
