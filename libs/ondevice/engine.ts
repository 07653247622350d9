import { availableParallelism } from 'node:os';
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
  const pool = await openWorkerPool<TryOnRequest, TryOnPicture>(new URL('./worker.ts', import.meta.url), threads);
  return { concurrency: threads, tryOn: pool.run, close: pool.close };
}
