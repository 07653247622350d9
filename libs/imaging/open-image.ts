import { Worker } from 'node:worker_threads';
import type { ImageFormat } from '@styling/contracts/limits.ts';
import type { FailOnOptions, Sharp } from 'sharp';
import type { HeicAnswer, HeicJob } from './heic-thread.ts';
import { inspectImage, maxImagePixels } from './inspect-image.ts';
import { mendJpeg } from './mend-jpeg.ts';
import { sharp } from './sharp.ts';
import { unreadableImage } from './unreadable-image.ts';

let last: Promise<unknown> = Promise.resolve();

/** Serialises work within this thread, in order, also after failures. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}

/** Errors name `field`; `maxSide` in pixels, only scales down. */
export type DecodeOptions = { field: string; maxSide?: number };

/** Video codecs: 50 megapixels take up to 750 MB, so a thread decodes one at a time. */
const COSTLY: ReadonlySet<ImageFormat> = new Set(['heic', 'avif']);

/**
 * Upright, scaled down, flattened on white, 8-bit sRGB, first frame only. Decoded when `use` consumes it; `use` is
 * called again for a JPEG with a fault that changes no pixel.
 * @throws ServiceError `not_an_image` (also corrupt), `incomplete_image` (cut off), `bad_image_size`
 */
export async function openImage<Result>(
  bytes: Uint8Array,
  options: DecodeOptions,
  use: (image: Sharp) => Promise<Result>,
): Promise<Result> {
  const { field, maxSide } = options;
  const { format } = await inspectImage(bytes, field);
  // `warning` rejects files that lack data, which libvips would pad with grey.
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
    const decoding = decode(format === 'heic' ? await heicToPng(bytes, options) : bytes);
    return (format === 'jpeg' ? decoding.catch(decodeJpeg) : decoding).catch((cause) => {
      throw unreadableImage(bytes, field, cause);
    });
  };
  return COSTLY.has(format) ? inTurn(work) : work();
}

/** libjpeg only found surplus bytes: all data of the scan is there. */
const hasSurplus = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('extraneous bytes before marker');

/** 50 megapixels of 10 bits take 9 s of a core, which may be busy. */
const TIMEOUT_MS = 120_000;
/** Bytes; 50 megapixels of 10 bits take nine tenths. */
const MAX_MEMORY = 640 * 1024 * 1024;

/** V8's heap only: pixels and decoder memory are not in it. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/**
 * Primary image as an uncompressed upright PNG with its colour profile, at most `maxSide` pixels. libheif (WebAssembly;
 * sharp has no HEVC decoder) runs in a thread per file: memory is bounded and given back, a stuck file is stopped.
 * @throws ServiceError `not_an_image`, `incomplete_image`, naming `field`; any other Error if the thread cannot run
 */
export async function heicToPng(
  bytes: Uint8Array,
  options: DecodeOptions & { timeoutMs?: number; maxMemory?: number },
): Promise<Uint8Array> {
  const { field, maxSide, timeoutMs = TIMEOUT_MS, maxMemory = MAX_MEMORY } = options;
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
