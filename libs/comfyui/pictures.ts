import { normaliseJpeg } from '@styling/imaging';
import type { ComfyFile } from './api.ts';
import type { ComfyAttempt } from './checkpoint.ts';
import type { Bounds, ComfyDependencies } from './dependencies.ts';
import { insist } from './insist.ts';
import { PICTURES, type PicturePlaceholder } from './placeholders.ts';

/** A picture of an order; errors name `field`, the field of the request it came from. */
export type SourcePicture = { readonly bytes: Uint8Array; readonly field: string };

/** A picture as the server gets it: an upright JPEG of moderate size without metadata. */
export type PreparedPicture = {
  readonly placeholder: PicturePlaceholder;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
};

const MIME_TYPE = 'image/jpeg';
/** Longest side, in pixels: workflows scale down to a megapixel or two. */
const MAX_SIDE = 2048;
/** Folder of our uploads inside of the server's inputs, so that an operator can empty it. */
export const SUBFOLDER = 'styling';

/**
 * Makes the pictures of an order ready: the selfie, then the garments.
 *
 * @throws ServiceError `not_an_image`, `bad_image_size`, naming the field
 */
export const preparePictures = (pictures: readonly SourcePicture[]): Promise<PreparedPicture[]> =>
  Promise.all(
    pictures.map(async ({ bytes, field }, index) => {
      const placeholder = PICTURES[index];
      if (!placeholder) throw new Error(`picture ${index + 1} of ${PICTURES.length}`);
      return { placeholder, ...(await normaliseJpeg(bytes, { field, maxSide: MAX_SIDE })) };
    }),
  );

/** The file of a picture at the server: its name is random, and the same in each delivery, so that it replaces itself. */
export const fileOf = ({ id }: ComfyAttempt, placeholder: PicturePlaceholder): ComfyFile => ({
  filename: `${id}-${placeholder}.jpg`,
  subfolder: SUBFOLDER,
  type: 'input',
});

/** Uploads the pictures of an attempt. @throws see {@link insist} */
export async function uploadPictures(
  deps: ComfyDependencies,
  attempt: ComfyAttempt,
  pictures: readonly PreparedPicture[],
  bounds: Bounds,
): Promise<void> {
  await Promise.all(
    pictures.map(({ placeholder, bytes }) =>
      insist(deps, bounds, 'upload', (options) =>
        deps.api.upload(fileOf(attempt, placeholder), bytes, MIME_TYPE, options),
      ),
    ),
  );
}
