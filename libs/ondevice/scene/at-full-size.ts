import { type RgbImage, resizeRgb } from '@styling/imaging';
import { channelDifference, type Rgb, rgbBytes, rgbPlanes } from '../pixels/plane.ts';
import { samplePlane, smallerCopy } from '../pixels/resample.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { guardedMatte } from './composite.ts';

/** Pixels up to which a photograph is dressed as it is, and those that the copy of a larger one has. */
const most = 320_000;
const worked = 250_000;

/** Differences of a channel (0..1) up to which a pixel is the photograph's, and from which it is none of it. */
const same = 2 / 255;
const changed = 10 / 255;
/** Pixels of the copy round a change that are enlarged too, so that no specks of the photograph show in what changed and its border is clean. */
const margin = 2;

/** The picture that is dressed: the photograph itself, or a copy of a large one with 0.25 megapixels, as most steps take time for each pixel. */
export const workingCopy = async (photograph: RgbImage): Promise<RgbImage> =>
  photograph.width * photograph.height <= most ? photograph : smallerCopy(photograph, worked);

/**
 * A picture of a working copy in the photograph's pixels: enlarged where it differs from the copy, else the photograph itself, so that what
 * was kept of it is as sharp as it was.
 *
 * @param picture of the copy's size, sRGB 0..1
 */
export async function atFullSize(picture: Rgb, copy: RgbImage, photograph: RgbImage): Promise<RgbImage> {
  const { width, height } = copy;
  const small = { width, height, data: rgbBytes(picture) };
  if (copy === photograph) return small;
  const enlarging = resizeRgb(small, photograph);
  const before = rgbPlanes(copy.data);
  const differs = new Float32Array(width * height);
  for (let i = 0; i < differs.length; i++)
    differs[i] = smoothstep(same, changed, channelDifference(picture, i, before, i));
  const guarded = guardedMatte(differs, copy, margin);
  const share = samplePlane(guarded, copy, width / photograph.width, photograph);
  const { data } = await enlarging;
  for (let i = 0, at = 0; i < share.length; i++)
    for (const end = at + 3; at < end; at++) {
      const own = photograph.data[at]!;
      data[at] = Math.round(own + (data[at]! - own) * share[i]!);
    }
  return { width: photograph.width, height: photograph.height, data };
}
