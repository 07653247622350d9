import type { RgbImage } from '@styling/imaging';
import { oklabOf } from '../pixels/colour.ts';
import { largeAreas } from '../pixels/components.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { spreadFrom } from '../pixels/spread-from.ts';
import { mean, median, quantile } from '../pixels/statistics.ts';
import { mended, plausibleOutline } from './plausible-outline.ts';

/** Differences in OKLab (colour axes doubled) up to which a border is one plain ground. */
const plainSpread = 0.09;
/** How strictly the ground is told from the garment, as shares of the usual difference: cloth may be nearly as light as it. */
const strictness = [1, 0.6, 0.35];
/** A smaller share of the picture is no garment. */
const leastShare = 0.03;
/** A cut that misses this much of a stricter one has lost the cloth and kept its print. */
const mostLost = 0.25;
/** Half the width of gaps that the ground does not pass, as a share of the picture's longer side. */
const brush = 0.004;
/** What is lost without a brush, as a share of the garment, is narrow gaps, at armpits and between legs: cloth in the ground's colour loses more. */
const mostGaps = 0.03;

/**
 * Cuts a garment off a plain ground: everything that can be reached from the border through ground-coloured pixels is
 * ground. Of several tolerances the widest is used whose outline may be a garment's: cloth in the colour of the ground lets the
 * ground in, and is mended if little of it is lost.
 *
 * @returns 1 on the garment, 0 elsewhere; undefined when the border is not plain or nothing much lies on it
 */
export function cutFlatGarment(image: RgbImage): Plane | undefined {
  const ground = offGround(image);
  if (!ground) return undefined;
  const usual = Math.max(0.018, ground.spread * 1.3);
  const cutAt = (share: number) => largeAreas(beyondGround(ground.off, usual * share, image), image, 0.3);
  const strictest = cutAt(strictness.at(-1)!);
  if (mean(strictest) < leastShare) return undefined;
  const loses = (cut: Plane) => mean(cut) < (1 - mostLost) * mean(strictest) && plausibleOutline(strictest, image);
  for (const share of strictness) {
    const cut = share === strictness.at(-1) ? strictest : cutAt(share);
    if (mean(cut) <= leastShare || !plausibleOutline(cut, image) || loses(cut)) continue;
    const open = largeAreas(beyondGround(ground.off, usual * share, image, 0), image, 0.3);
    return mean(open) > (1 - mostGaps) * mean(cut) ? open : cut;
  }
  const whole = mended(strictest, image);
  if (mean(strictest) > (1 - mostLost) * mean(whole) && plausibleOutline(whole, image)) return whole;
  const cut = cutAt(strictness[0]!);
  return mean(cut) > leastShare ? cut : undefined;
}

/** How far each pixel's colour is from the ground's, and how far most of the ground's own are; undefined if it is not plain. */
function offGround(image: RgbImage): { off: Plane; spread: number } | undefined {
  const { lightness, a, b } = oklabOf(image);
  const border = borderPixels(image);
  const middle = [lightness, a, b].map((plane) => median(border.map((i) => plane[i]!)));
  const off = new Float32Array(lightness.length);
  for (let i = 0; i < off.length; i++)
    off[i] = norm(lightness[i]! - middle[0]!, 2 * (a[i]! - middle[1]!), 2 * (b[i]! - middle[2]!));
  const spread = quantile(
    border.map((i) => off[i]!),
    0.9,
  );
  return spread > plainSpread ? undefined : { off, spread };
}

/** 1 on all that a brush `wide` cannot reach from the border over pixels within `limit` of the ground: it passes no narrow gap. */
function beyondGround(off: Plane, limit: number, size: Size, wide = brush): Plane {
  const { width, height } = size;
  const radius = Math.max(width, height) * wide;
  const like = maskWhere(off.length, (i) => off[i]! < limit);
  const room = insideDistance(like, size);
  const reached = new Float32Array(off.length);
  const take = (i: number) => {
    if (reached[i] || room[i]! <= radius) return false;
    reached[i] = 1;
    return true;
  };
  spreadFrom(borderPixels(size).filter(take), size, take);
  const away = outsideDistance(reached, size);
  return maskWhere(like.length, (i) => like[i] === 0 || away[i]! > radius + 1.5);
}

/** The outermost pixels and those two further in, where JPEG borders ring less. */
function borderPixels({ width, height }: Size): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x++) for (const y of [0, 2, height - 3, height - 1]) pixels.push(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, 2, width - 3, width - 1]) pixels.push(y * width + x);
  return pixels;
}
