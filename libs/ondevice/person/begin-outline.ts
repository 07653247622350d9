import { setImmediate as turn } from 'node:timers/promises';
import type { RgbImage } from '@styling/imaging';
import { cropRegion, meanWithReflected, mirrorImage, type Region, wholeImage } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { type Plane, type Rgb, rgbPlanes } from '../pixels/plane.ts';
import { colourBinsIn } from './colour-histogram.ts';
import { blend } from './seen-region.ts';

/** Side of the planes that the network for outlines gives. */
export const maskSide = 256;

/**
 * What an outline needs that does not depend on who it is of: the colours as planes (sRGB 0..1), how likely each pixel is a person's (0..1) by a look
 * at the whole picture, and what moves the edges of such a belief to those of the colours.
 */
export type BegunOutline = { rgb: Rgb; belief: Plane; followEdges: (belief: Plane) => Plane };

/**
 * Begins an outline while other networks still look for the person. Colours are read in turns, so that what the networks answer is not kept
 * waiting; those in OKLab and their bins are kept by {@link colourBinsIn}.
 */
export async function beginOutline(networks: Networks, image: RgbImage): Promise<BegunOutline> {
  const region = wholeImage(image);
  const looking = selfieMask(networks, image, region);
  // It rejects where it is awaited.
  looking.catch(() => {});
  const rgb = rgbPlanes(image.data);
  await turn();
  colourBinsIn(image);
  await turn();
  const radius = Math.max(4, Math.round(Math.max(image.width, image.height) / 110));
  const coarse = guidedFilter(rgb, image, radius, 2e-4);
  await turn();
  const fine = guidedFilter(rgb, image, Math.max(2, radius >> 1), 1e-4);
  const belief = new Float32Array(image.width * image.height);
  blend(belief, image, { mask: await looking, side: maskSide, region }, 1, 0);
  return { rgb, belief, followEdges: (outline) => fine(coarse(outline)) };
}

/** Where a region shows people: `maskSide` x `maskSide` values 0..1. Looked at in mirror image too: the network's mistakes at edges are not symmetric. */
export async function selfieMask(networks: Networks, image: RgbImage, region: Region): Promise<Plane> {
  const crop = cropRegion(image, region, maskSide, 0, 1);
  const looks = [networks.selfieMask(crop), networks.selfieMask(mirrorImage(crop, maskSide))] as const;
  const [[seen], [seenMirrored]] = await Promise.all(looks);
  if (!seen || !seenMirrored) throw new Error('selfie network returned no mask');
  return meanWithReflected(seen, seenMirrored, maskSide);
}
