import { type FetchOptions, fetchImage, UnexpectedStatus, type UrlPolicy } from '@styling/fetching';
import { inspectImage, normaliseJpeg } from '@styling/imaging';
import { backoff, ServiceError } from '@styling/service';
import { count } from '@styling/telemetry';
import type { ModelDependencies, Pausing, SourcePicture } from './models.ts';
import { VendorError } from './vendor-error.ts';

/** Where a vendor's pictures may come from; applied at every redirect. */
export type PictureSource = { readonly policy: UrlPolicy } & Pick<FetchOptions, 'resolve'>;

/** In bytes; a 4K PNG fits. */
const MAX_BYTES = 30 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const TRIES = 3;
const PAUSE = { baseMs: 500, limitMs: 2_000 };
const FIELD = 'output';
/** Statuses after which the file does not come back. */
const GONE: readonly unknown[] = [401, 403, 404, 410];
/** Shortest side that a model makes on purpose, in pixels. */
const MIN_SIDE = 256;
const MAX_ASPECT = 3;

/**
 * Downloads a picture that a model made, in at most three tries and until the deadline.
 * @throws VendorError `unusable`: gone, forbidden by `source`, or no picture; `deadline`; `unavailable`
 */
export async function downloadPicture(
  { clock, sleep, random }: Pausing,
  url: string,
  { policy, resolve }: PictureSource,
  deadline: Date,
): Promise<Uint8Array> {
  for (let tries = 0; ; tries++) {
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0) throw new VendorError('deadline', 'output not downloaded in time');
    const limits = { maxBytes: MAX_BYTES, retries: 0, timeoutMs: Math.min(left, TIMEOUT_MS) };
    try {
      return await fetchImage(url, { field: FIELD, policy, ...limits, ...(resolve && { resolve }) });
    } catch (cause) {
      // The codes of fetchImage blame the client; here the fault is the vendor's or ours.
      if (!isFailedFetch(cause)) throw new VendorError('unusable', 'output is not a picture', { cause });
      if (tries + 1 === TRIES) throw new VendorError('unavailable', 'could not download output', { cause });
    }
    await sleep(backoff(tries, PAUSE.baseMs, PAUSE.limitMs, random()));
  }
}

/**
 * Upright JPEGs without metadata, so that no EXIF place or time leaves the system; `maxSide` in pixels.
 * @throws ServiceError `not_an_image`, `bad_image_size`, naming the field
 */
export const modelInputs = (pictures: readonly SourcePicture[], maxSide: number) =>
  Promise.all(pictures.map(({ bytes, field }) => normaliseJpeg(bytes, { field, maxSide })));

const PIXELS = 1024 * 1024;
/** Latents have a sixteenth of the resolution. */
const STEP = 16;
const MAX_RATIO = 2;

/** The size of the picture, in pixels: about a megapixel with the proportions of the selfie. */
export function outputSize(selfie: { readonly width: number; readonly height: number }) {
  const ratio = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, selfie.width / selfie.height));
  const width = Math.sqrt(PIXELS * ratio);
  const stepped = (side: number) => Math.round(side / STEP) * STEP;
  return { width: stepped(width), height: stepped(width / ratio) };
}

/** Share by which the aspect of a picture may differ from what was asked for. */
const ASPECT_TOLERANCE = 0.02;

export type Expected = {
  /** Picture 1 of the order. */
  readonly person: Uint8Array | undefined;
  /** Width by height; undefined where the model chooses. */
  readonly aspect?: number | undefined;
  readonly provider: string;
  readonly model: string;
};

/**
 * Judges what a model made: it can be decoded, has the asked aspect, and is a changed picture of one person.
 * @returns it as a JPEG that is marked as generated
 * @throws VendorError `unusable`, which is counted
 */
export async function usablePicture(
  { judgePicture, log }: Pick<ModelDependencies, 'judgePicture' | 'log'>,
  bytes: Uint8Array,
  { person, aspect, provider, model }: Expected,
  signal: AbortSignal,
) {
  const unusable = (flaw: string, cause?: unknown) => {
    count('styling.pictures.unusable', 1, { 'styling.provider': provider, 'styling.model': model, 'error.type': flaw });
    return new VendorError('unusable', 'picture is of no use', { code: flaw, retryable: true, cause });
  };
  const broken = (cause: unknown): never => {
    throw unusable('broken', cause);
  };
  // The header first: decoding some megabytes of an odd picture is in vain.
  const header = await inspectImage(bytes, FIELD).catch(broken);
  const [short = 0, long = 0] = [header.width, header.height].toSorted((a, b) => a - b);
  if (short < MIN_SIDE || long > short * MAX_ASPECT) throw unusable('odd_size');
  const { bytes: image, ...size } = await normaliseJpeg(bytes, { generated: true }).catch(broken);
  if (aspect && Math.abs(size.width / size.height / aspect - 1) > ASPECT_TOLERANCE) throw unusable('other_aspect');
  const flaw = await (person && judgePicture?.({ made: image, person }, signal))?.catch((err) => {
    // A fault of the detectors is none of the picture.
    if (signal.aborted) throw err;
    log.error({ err }, 'picture could not be judged');
  });
  if (flaw) throw unusable(flaw);
  return { image, ...size };
}

/** Whether another try may succeed. */
const isFailedFetch = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'unreachable_url' || error.code === 'url_unavailable') &&
  !(error.cause instanceof UnexpectedStatus && GONE.includes(error.cause.status));
