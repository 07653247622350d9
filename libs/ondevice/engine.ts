import { availableParallelism, totalmem } from 'node:os';
import type { ReportProgress } from '@styling/contracts';
import type { OutfitAnalysis } from './analysis/analyse-outfit.ts';
import type { Appearance } from './analysis/appearance.ts';
import { checkInstallation } from './check-installation.ts';
import { openEngineProcess } from './engine-process.ts';
import type { Job, Task, Tasks } from './jobs.ts';
import type { Flaw, MadePicture } from './person/judge-picture.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';
import { type EngineOptions, threadsFor } from './variables.ts';

/** A running engine. */
export type Engine = {
  /** Number of pictures made concurrently; further requests wait in order of arrival. */
  readonly concurrency: number;
  /**
   * Dresses a person. Aborting removes a waiting request from the queue, and stops a running one with its thread; another
   * thread is started when there is work.
   *
   * @throws ServiceError `no_garment_understood`, `garment_not_understood`, `garment_not_dressed`, `no_person`,
   * `several_people`, `shoulders_not_visible`, `pose_not_supported`, `clothes_not_separable`, `no_outfit`, `not_an_image`,
   * `bad_image_size`;
   * any other Error is a bug in the engine or a crash of its thread or process
   */
  tryOn(request: TryOnRequest, signal?: AbortSignal, report?: ReportProgress): Promise<TryOnPicture>;
  /**
   * Identifies the clothes in a picture (bytes of an image file): those of its largest person, or a garment on a plain
   * background. Aborting as in `tryOn`.
   *
   * @param options.field the request field named in errors, default `image_url`
   * @throws ServiceError `no_outfit`, `not_an_image`, `bad_image_size`
   */
  analyse(image: Uint8Array, options?: { field?: string }, signal?: AbortSignal): Promise<OutfitAnalysis>;
  /**
   * Measures the colouring of a selfie's person, for `adviseOutfits`. Aborting as in `tryOn`.
   *
   * @throws ServiceError `no_person`, `several_people`, `shoulders_not_visible`, `pose_not_supported`, `not_an_image`,
   * `bad_image_size`
   */
  readPerson(selfie: Uint8Array, signal?: AbortSignal): Promise<Appearance>;
  /**
   * Checks that a selfie shows one person, whether or not the engine could dress them. Aborting as in `tryOn`.
   *
   * @returns true
   * @throws ServiceError `no_person`, `several_people`, `not_an_image`, `bad_image_size`
   */
  checkSelfie(selfie: Uint8Array, signal?: AbortSignal): Promise<true>;
  /** Judges what a model made of a person's picture, see `judge-picture.ts`. Aborting as in `tryOn`. */
  judgePicture(picture: MadePicture, signal?: AbortSignal): Promise<Flaw | undefined>;
  /** Starts the process in advance, with the networks, as the first picture does. Why it could not shows with that. */
  warm(): void;
  /** Ends the engine's process; unfinished requests fail. */
  close(): Promise<void>;
};

/**
 * Opens the embedded engine, which needs no network access. Checks the installation ({@link checkInstallation}); it works in a process of its own,
 * which is started on demand and ends when idle. A process's first picture takes some three times as long as later ones.
 *
 * @throws Error if a part of the engine is missing or this machine does not support it
 */
export async function openEngine({ threads, idleSeconds = 120 }: EngineOptions = {}): Promise<Engine> {
  const concurrency = threads ?? threadsFor({ cores: availableParallelism(), memory: memoryToUse() });
  await checkInstallation();
  const { run: runJob, warm, close } = openEngineProcess({ threads: concurrency, idleMs: idleSeconds * 1000 });
  // Each task is answered with its own result type.
  const run = <T extends Task>(
    task: T,
    input: Tasks[T]['takes'],
    signal?: AbortSignal,
    report?: ReportProgress,
  ): Promise<Tasks[T]['gives']> => runJob({ task, input } as Job, signal, report);
  return {
    concurrency,
    tryOn: (request, signal, report) => run('tryOn', request, signal, report),
    analyse: (image, { field = 'image_url' } = {}, signal) => run('analyse', { image, field }, signal),
    readPerson: (selfie, signal) => run('readPerson', selfie, signal),
    checkSelfie: (selfie, signal) => run('checkSelfie', selfie, signal),
    judgePicture: (picture, signal) => run('judgePicture', picture, signal),
    warm,
    close,
  };
}

/** Memory of the machine in bytes, or of the container if it is limited (constrainedMemory is 0 or huge without a limit). */
function memoryToUse(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
