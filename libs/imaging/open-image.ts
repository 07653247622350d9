import { Worker } from 'node:worker_threads';
import type { ImageFormat } from '@styling/contracts/limits.ts';
import type { FailOnOptions, Sharp } from 'sharp';
import type { HeicAnswer, HeicJob } from './heic-thread.ts';
import { inspectImage, maxImagePixels } from './inspect-image.ts';
import { mendJpeg } from './mend-jpeg.ts';
import { sharp } from './sharp.ts';
import { unreadableImage } from './unreadable-image.ts';

let last: Promise<unknown> = Promise.resolve();

/** Does `work` when what was given before in this thread has ended, in order, whether or not it failed. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

/** Errors name `field`; the image is scaled down (never up) until no side is longer than `maxSide` pixels. */
export type DecodeOptions = { field: string; maxSide?: number };

/** Formats of video codecs: 50 megapixels take a second's work of several and up to 750 MB, so a thread decodes one at a time. */
const COSTLY: ReadonlySet<ImageFormat> = new Set(['heic', 'avif']);

/**
 * Decodes an image for `use`: checks the header, applies the orientation, scales down, flattens on white, converts to 8-bit sRGB. Of an
 * animation only the first frame is decoded. Pixels are decoded when `use` consumes the image; it is called again for a JPEG with a
 * fault that changes no pixel, as cameras make them.
 *
 * @throws ServiceError `not_an_image`, also when corrupt; `incomplete_image` when cut off; `bad_image_size`
 */
export async function openImage<Result>(
  bytes: Uint8Array,
  options: DecodeOptions,
  use: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  const { field, maxSide } = options;
  const { format } = await inspectImage(bytes, field);
  // `failOn: 'warning'` rejects files that lack data, which libvips would otherwise pad with grey.
  const decode = (source: Uint8Array, failOn: FailOnOptions = 'warning') => {
    const image = sharp(source, { limitInputPixels: maxImagePixels, failOn, sequentialRead: true });
    image.autoOrient().flatten({ background: 'white' }).toColourspace('srgb');
    if (maxSide) image.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
    return use(image);
  };
  const decodeJpeg = async (cause: unknown) => {
    const mended = mendJpeg(bytes);
    if (!mended && !hasSurplus(cause)) throw cause;
    return decode(mended ?? bytes).catch((still) => {
      if (!hasSurplus(still)) throw still;
      return decode(mended ?? bytes, 'truncated');
    });
  };
  const work = async () => {
    const source = format === 'heic' ? await heicToPng(bytes, options) : bytes;
    return decode(source)
      .catch((cause) => {
        if (format !== 'jpeg') throw cause;
        return decodeJpeg(cause);
      })
      .catch((cause) => {
        throw unreadableImage(bytes, field, cause);
      });
  };
  return COSTLY.has(format) ? inTurn(work) : work();
}

/** Whether libjpeg only found more bytes than a scan needs: all of its data is there. */
const hasSurplus = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('extraneous bytes before marker');

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
