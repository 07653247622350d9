import { type FetchOptions, fetchImage, UnexpectedStatus, type UrlPolicy } from '@styling/fetching';
import { type ImageHeader, inspectImage, normaliseJpeg } from '@styling/imaging';
import { backoff, ServiceError } from '@styling/service';
import type { Pausing, SourcePicture } from './models.ts';
import { toPublicError, VendorError } from './vendor-error.ts';

/** Where a vendor's pictures may come from; applied at every redirect. */
export type PictureSource = { readonly policy: UrlPolicy } & Pick<FetchOptions, 'resolve'>;

export type VendorPicture = ImageHeader & { readonly bytes: Uint8Array };

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
 * @throws VendorError `failed`: gone, forbidden by `source`, or see {@link readPicture}; `deadline`; `unavailable`
 */
export async function downloadPicture(
  { clock, sleep, random }: Pausing,
  url: string,
  { policy, resolve }: PictureSource,
  deadline: Date,
): Promise<VendorPicture> {
  for (let tries = 0; ; tries++) {
    const left = deadline.getTime() - clock().getTime();
    if (left <= 0) throw new VendorError('deadline', 'output not downloaded in time');
    const limits = { maxBytes: MAX_BYTES, retries: 0, timeoutMs: Math.min(left, TIMEOUT_MS) };
    try {
      return await readPicture(await fetchImage(url, { field: FIELD, policy, ...limits, ...(resolve && { resolve }) }));
    } catch (cause) {
      if (cause instanceof VendorError) throw cause;
      // The codes of fetchImage blame the client; here the fault is the vendor's or ours.
      if (!isFailedFetch(cause)) unusable(cause);
      if (tries + 1 === TRIES) throw new VendorError('unavailable', 'could not download output', { cause });
    }
    await sleep(backoff(tries, PAUSE.baseMs, PAUSE.limitMs, random()));
  }
}

/** Reads the header from the bytes: media types are often wrong. @throws VendorError `failed`: no picture, odd size */
export async function readPicture(bytes: Uint8Array): Promise<VendorPicture> {
  const header = await inspectImage(bytes, FIELD).catch(unusable);
  const { width, height } = header;
  const [short, long] = width < height ? [width, height] : [height, width];
  if (short < MIN_SIDE || long > short * MAX_ASPECT) throw new VendorError('failed', 'output has an odd size');
  return { bytes, ...header };
}

/**
 * Upright JPEGs without metadata, so that no EXIF place or time leaves the system; `maxSide` in pixels.
 * @throws ServiceError `not_an_image`, `bad_image_size`, naming the field
 */
export const modelInputs = (pictures: readonly SourcePicture[], maxSide: number) =>
  Promise.all(pictures.map(({ bytes, field }) => normaliseJpeg(bytes, { field, maxSide })));

/** A JPEG marked as generated. @throws ServiceError `internal`: a broken picture is not the client's fault */
export async function generatedPicture(bytes: Uint8Array) {
  const { bytes: image, ...size } = await normaliseJpeg(bytes, { generated: true }).catch((cause) => {
    throw toPublicError(new VendorError('failed', 'output is not a usable picture', { cause }));
  });
  return { image, ...size };
}

/** Whether another try may succeed. */
const isFailedFetch = (error: unknown): boolean =>
  error instanceof ServiceError &&
  (error.code === 'unreachable_url' || error.code === 'url_unavailable') &&
  !(error.cause instanceof UnexpectedStatus && GONE.includes(error.cause.status));

function unusable(cause: unknown): never {
  throw new VendorError('failed', 'output is not a usable picture', { cause });
}
