import { readPicture, VendorError, type VendorPicture } from '@styling/model-api';
import type { ComfyFile } from './api.ts';
import { isBlankPicture } from './blank-picture.ts';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import { insist } from './insist.ts';

/** For which a picture that was made just in time is fetched nevertheless, in ms. */
const GRACE_MS = 3_000;

/**
 * Fetches the picture of a prompt.
 *
 * @throws VendorError `failed`: not a usable picture; `unavailable`: three downloads failed, or another worker had fetched it and
 *   overwritten it; else see {@link insist}
 */
export async function fetchPicture(deps: ComfyDependencies, file: ComfyFile, bounds: Bounds): Promise<VendorPicture> {
  const deadline = new Date(Math.max(bounds.deadline.getTime(), deps.clock().getTime() + GRACE_MS));
  const { bytes } = await insist(deps, { ...bounds, deadline }, 'download', (options) => deps.api.view(file, options));
  if (await isBlankPicture(bytes)) throw new VendorError('unavailable', 'another worker has fetched the picture');
  return readPicture(bytes);
}
