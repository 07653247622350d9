import { availableParallelism, totalmem } from 'node:os';
import type { OutfitAnalysis } from './analysis/analyse-outfit.ts';
import type { Appearance } from './analysis/appearance.ts';
import { checkInstallation } from './check-installation.ts';
import type { Job, JobAnswer, Task, Tasks, WorkerSettings } from './jobs.ts';
import { threadsFor } from './threads-for.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';
import type { EngineOptions } from './variables.ts';
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
 * Opens the embedded engine. Needs no network. What it is made of is looked at, see {@link checkInstallation}; worker
 * threads load and warm the networks when there is work for them and end when there is none: up to 400 MB a thread while
 * at work on 1024 pixels, a second longer for the first picture after a rest. Only an operator's own network is not taken
 * on trust: with one, a thread is started at once.
 *
 * @throws Error when a part of the engine is missing, this machine cannot run it, or that thread does not start, as with a
 * segmentation model that cannot be used
 */
export async function openEngine({
  threads,
  idleSeconds = 30,
  segmentationModel,
}: EngineOptions = {}): Promise<Engine> {
  const concurrency = threads ?? threadsFor({ cores: availableParallelism(), memory: memoryToUse() });
  await checkInstallation();
  const pool = openWorkerPool<Job, JobAnswer>(new URL('./worker.ts', import.meta.url), {
    threads: concurrency,
    idleMs: idleSeconds * 1000,
    workerData: { segmentationModel } satisfies WorkerSettings,
  });
  if (segmentationModel !== undefined) await pool.prove();
  // A worker answers each task with what that task gives.
  const run = <T extends Task>(task: T, input: Tasks[T]['takes'], signal?: AbortSignal): Promise<Tasks[T]['gives']> =>
    pool.run({ task, input } as Job, signal);
  return {
    concurrency,
    tryOn: (request, signal) => run('tryOn', request, signal),
    analyse: (image, { field = 'image_url' } = {}, signal) => run('analyse', { image, field }, signal),
    readPerson: (selfie, signal) => run('readPerson', selfie, signal),
    checkSelfie: async (selfie, signal) => void (await run('checkSelfie', selfie, signal)),
    close: pool.close,
  };
}

/** Bytes of the machine, or of the container when it has fewer (0 without one, or more than there is). */
function memoryToUse(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
