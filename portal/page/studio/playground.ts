import { ApiError, type Client, type Job } from '@styling/client';
import { text } from '#texts/studio.ts';
import { saveFile } from '../elements/save-file.ts';
import { type StudioOrder, type Tab, tabs } from './order.ts';
import { type Missing, orderOf } from './order-of.ts';
import { type PendingJob, runOrder } from './run-order.ts';
import { evolve, type Fields, initialState, type MadeImage, type Outcome, type StudioEvent } from './studio-state.ts';

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
  /** What the page has now, e.g. after another sign-in. */
  options: PlaygroundOptions;
  /** Changed by `apply` only. */
  state = initialState;

  constructor(options: PlaygroundOptions) {
    super();
    this.options = options;
    const pending = options.isResumed ? readPendingJob() : undefined;
    if (pending) this.#run(pending);
  }

  get client(): Client {
    return this.options.client;
  }

  /** Takes note of what happened. */
  apply(event: StudioEvent): void {
    this.state = evolve(this.state, event);
    this.dispatchEvent(new Event('change'));
  }

  /** Takes note of what was typed or chosen. */
  change(fields: Partial<Fields>): void {
    this.apply({ type: 'changed', fields });
  }

  /** Sends the order of a tab. @returns why nothing was sent, if so */
  start(tab: Tab): Missing | undefined {
    const ready = orderOf(this.state, tab);
    if ('missing' in ready) return ready.missing;
    if (!navigator.onLine) return 'offline';
    this.#run(ready.order);
    return undefined;
  }

  /** Asks for the end of a running request. What ended meanwhile stays. */
  cancel(tab: Tab): void {
    const run = this.state.runs[tab];
    if (run.at !== 'running' || run.isCanceling) return;
    this.apply({ type: 'cancel_asked', tab });
    if (run.job) this.#cancelJob(run.job);
  }

  /** Saves an image as a file of the reader. @throws PictureError when it cannot be fetched */
  async download(image: MadeImage): Promise<void> {
    const extension = image.mime_type.split('/')[1]?.replace('jpeg', 'jpg');
    saveFile(await this.client.images.download(image), `${image.image_id}.${extension}`);
  }

  /** Keeps an image for ever. @throws ApiError */
  async keep(image_id: string): Promise<void> {
    await this.client.images.keep(image_id);
    this.apply({ type: 'image_kept', image_id });
    this.options.announce(text.result.kept);
  }

  /** Deletes an image. @throws ApiError */
  async delete(image_id: string): Promise<void> {
    await this.client.images.delete(image_id);
    this.apply({ type: 'image_deleted', image_id });
    this.options.announce(text.remove.done);
  }

  async #run(work: StudioOrder | PendingJob): Promise<void> {
    const { tab } = work;
    const [order, before] =
      'job_id' in work ? [null, null] : [work, this.state[tab === 'analyse' ? 'subject' : 'sitter']];
    this.apply({ type: 'began', tab, order, before });
    let jobId: string | undefined;
    const onProgress = (job: Job) => {
      const isFirst = jobId === undefined;
      jobId = job.job_id;
      this.apply({ type: 'progressed', tab, job });
      if (!isFirst) return;
      sessionStorage.setItem(PENDING_JOB, JSON.stringify({ tab, job_id: jobId } satisfies PendingJob));
      const run = this.state.runs[tab];
      if (run.at === 'running' && run.isCanceling) this.#cancelJob(job);
    };
    try {
      const outcome = await runOrder(this.client, work, onProgress);
      this.apply({ type: 'ended', tab, outcome });
      this.options.announce(readyWords(outcome));
    } catch (error) {
      const isCanceled = error instanceof ApiError && error.code === 'canceled';
      this.apply(isCanceled ? { type: 'dismissed', tab } : { type: 'failed', tab, error });
      if (isCanceled) this.options.announce(text.running.canceled);
    } finally {
      if (jobId && readPendingJob()?.job_id === jobId) sessionStorage.removeItem(PENDING_JOB);
      this.options.onEnd();
    }
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

/** Where the running job of this browser tab is kept, to be found again when the page is loaded anew; nothing of what was ordered is. */
const PENDING_JOB = 'styling-studio-job';

function readPendingJob(): PendingJob | undefined {
  try {
    const { tab, job_id } = JSON.parse(sessionStorage.getItem(PENDING_JOB) ?? '');
    if (tabs.includes(tab) && typeof job_id === 'string') return { tab, job_id };
  } catch {
    // There is none, or something that another script left.
  }
  return undefined;
}
