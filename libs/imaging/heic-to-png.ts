import { Worker } from 'node:worker_threads';
import type { HeicAnswer, HeicJob } from './heic-thread.ts';
import { unreadableImage } from './unreadable-image.ts';

/** Longest time a file may take, ms; 50 megapixels of 10 bits take 9 s of a core, which may be a busy one. */
const TIMEOUT_MS = 120_000;
/** Most memory of the decoder, bytes; 50 megapixels of 10 bits take nine tenths of it. */
const MAX_MEMORY = 640 * 1024 * 1024;

/** V8's heap in the thread, MB: pixels and the decoder's memory are not in it. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/**
 * Decodes the primary image of a HEIC file to an uncompressed PNG, upright, with the file's colour profile, and scaled down until no
 * side is longer than `maxSide` pixels. sharp's own build has no HEVC decoder.
 *
 * The decoder (libheif, as WebAssembly) runs in a thread of its own, which ends with the file: its memory is bounded and given back,
 * and a file that keeps it busy is stopped.
 *
 * @throws ServiceError `not_an_image`, `incomplete_image`, naming `field`; any other Error if the thread cannot run
 */
export async function heicToPng(
  bytes: Uint8Array,
  {
    field,
    maxSide,
    timeoutMs = TIMEOUT_MS,
    maxMemory = MAX_MEMORY,
  }: { field: string; maxSide?: number; timeoutMs?: number; maxMemory?: number },
): Promise<Uint8Array> {
  const refused = (cause: unknown, details?: string) => unreadableImage(bytes, field, cause, details);
  // The error has what the decoder prints about a damaged file.
  const thread = new Worker(new URL('./heic-thread.ts', import.meta.url), {
    workerData: { bytes, maxSide, maxMemory } satisfies HeicJob,
    execArgv: [],
    resourceLimits,
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const late = setTimeout(() => reject(refused(undefined, 'It takes too long to decode')), timeoutMs);
  thread.once('message', (answer: HeicAnswer) =>
    'png' in answer ? resolve(answer.png) : reject(refused(answer.error)),
  );
  thread.once('error', reject);
  thread.once('exit', (code) => reject(new Error(`decoder thread exited with code ${code} without an answer`)));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}
