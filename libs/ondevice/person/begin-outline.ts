import { setImmediate as turn } from 'node:timers/promises';
import type { RgbImage } from '@styling/imaging';
import { cropRegion, meanWithReflected, mirrorImage, type Region, wholeImage } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { oklabOf } from '../pixels/colour.ts';
import { guidedFilter } from '../pixels/guided-filter.ts';
import { type Plane, type Rgb, rgbPlanes } from '../pixels/plane.ts';

/** Side of the planes that the network for outlines gives. */
export const maskSide = 256;

/**
 * What an outline needs that does not depend on who it is of: the colours as planes (sRGB 0..1), where the whole picture shows people
 * (`maskSide` x `maskSide`, 0..1), and what moves the edges of a belief (0..1 a pixel) to those of the colours.
 */
export type BegunOutline = { rgb: Rgb; whole: Plane; followEdges: (belief: Plane) => Plane };

/**
 * Begins an outline while other networks still look for the person. Colours are read in turns, so that what the networks answer is not kept
 * waiting; those in OKLab are kept by {@link oklabOf}.
 */
export async function beginOutline(networks: Networks, image: RgbImage): Promise<BegunOutline> {
  const looking = selfieMask(networks, image, wholeImage(image));
  // It rejects where it is awaited.
  looking.catch(() => {});
  const rgb = rgbPlanes(image.data);
  await turn();
  oklabOf(image);
  await turn();
  const radius = Math.max(4, Math.round(Math.max(image.width, image.height) / 110));
  const coarse = guidedFilter(rgb, image, radius, 2e-4);
  await turn();
  const fine = guidedFilter(rgb, image, Math.max(2, radius >> 1), 1e-4);
  return { rgb, whole: await looking, followEdges: (belief) => fine(coarse(belief)) };
}

/** Where a region shows people: `maskSide` x `maskSide` values 0..1. Looked at in mirror image too: the network's mistakes at edges are not symmetric. */
export async function selfieMask(networks: Networks, image: RgbImage, region: Region): Promise<Plane> {
  const crop = cropRegion(image, region, maskSide, 0, 1);
  const looks = [networks.selfieMask(crop), networks.selfieMask(mirrorImage(crop, maskSide))] as const;
  const [[seen], [seenMirrored]] = await Promise.all(looks);
  if (!seen || !seenMirrored) throw new Error('selfie network returned no mask');
  return meanWithReflected(seen, seenMirrored, maskSide);
}
