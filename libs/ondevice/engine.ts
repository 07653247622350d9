import { availableParallelism } from 'node:os';
import type { OutfitAnalysis } from './analysis/analyse-outfit.ts';
import type { Appearance } from './analysis/appearance.ts';
import type { Job, JobAnswer, Task, Tasks } from './jobs.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';
import { openWorkerPool } from './worker-pool.ts';

/** A running engine. */
export type Engine = {
  /** How many pictures are made at the same time; more requests wait in order of arrival. */
  readonly concurrency: number;
  /**
   * Dresses a person. Aborting takes a waiting request off the queue; one already at work is let go to its end and its
   * picture dropped.
   *
   * @throws ServiceError `no_garment_understood`, `no_person`, `several_people`, `shoulders_not_visible`, `not_an_image`,
   * `bad_image_size`; any other Error is a defect of the engine or the death of its thread
   */
  tryOn(request: TryOnRequest, signal?: AbortSignal): Promise<TryOnPicture>;
  /**
   * Names the clothes in a picture (JPEG, PNG or WebP bytes): those of its largest person, or a garment on a plain
   * ground. Aborting as in `tryOn`.
   *
   * @param options.field the request's field named in errors, by default `image_url`
   * @throws ServiceError `no_outfit`, `not_an_image`, `bad_image_size`
   */
  analyse(image: Uint8Array, options?: { field?: string }, signal?: AbortSignal): Promise<OutfitAnalysis>;
  /**
   * Measures the colouring of a selfie's person, for `adviseOutfits`. Aborting as in `tryOn`.
   *
   * @throws ServiceError `no_person`, `several_people`, `shoulders_not_visible`, `not_an_image`, `bad_image_size`
   */
  readPerson(selfie: Uint8Array, signal?: AbortSignal): Promise<Appearance>;
  /**
   * Makes sure that a selfie shows one person, without asking that the engine could dress them. Aborting as in `tryOn`.
   *
   * @throws ServiceError `no_person`, `several_people`, `not_an_image`, `bad_image_size`
   */
  checkSelfie(selfie: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Ends the threads; requests not yet answered fail. */
  close(): Promise<void>;
};

/**
 * Starts the embedded try-on engine: worker threads with all networks loaded and warmed. Needs no network; up to
 * 500 MB a thread while at work on 1024 pixels.
 *
 * @param options.threads how many pictures at a time, by default the number of cores but at most 2
 */
export async function openEngine({
  threads = Math.min(2, availableParallelism()),
}: {
  threads?: number;
} = {}): Promise<Engine> {
  const pool = await openWorkerPool<Job, JobAnswer>(new URL('./worker.ts', import.meta.url), threads);
  // A worker answers each task with what that task gives.
  const run = <T extends Task>(task: T, input: Tasks[T]['takes'], signal?: AbortSignal): Promise<Tasks[T]['gives']> =>
    pool.run({ task, input } as Job, signal);
  return {
    concurrency: threads,
    tryOn: (request, signal) => run('tryOn', request, signal),
    analyse: (image, { field = 'image_url' } = {}, signal) => run('analyse', { image, field }, signal),
    readPerson: (selfie, signal) => run('readPerson', selfie, signal),
    checkSelfie: async (selfie, signal) => void (await run('checkSelfie', selfie, signal)),
    close: pool.close,
  };
}
