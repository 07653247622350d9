import type { RgbImage } from '@styling/imaging';
import { cropRegion, meanWithReflected, mirrorImage, type Region } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import type { Head } from '../person/head.ts';
import { type LaidGrid, layGrid } from '../pixels/laid-grid.ts';
import { type Plane, type Size, sampleGrid } from '../pixels/plane.ts';
import {
  type ClassifierWeights,
  partNames,
  readPartWeights,
  readWhoseWeights,
  whoseNames,
} from './classifier-weights.ts';
import { classify, partSide } from './classify.ts';
import { headRegion, placesIn } from './head-region.ts';
import { featureSide, innerFeatures } from './inner-features.ts';

/**
 * How likely the pixels of a region show each part, 0..1: `side` x `side` planes. `another` is how likely they show another person than the one
 * whose head was found.
 */
export type SeenParts = Readonly<Record<(typeof partNames)[number], Plane>> & {
  another?: Plane;
  region: Region;
  side: number;
};

/** The weights of the classifiers of parts and of people. */
export type TrainedWeights = { parts: ClassifierWeights; whose: ClassifierWeights };

let trained: TrainedWeights | undefined;

/** Reads them once. */
function trainedWeights(): TrainedWeights {
  trained ??= { parts: readPartWeights(), whose: readWhoseWeights() };
  return trained;
}

/**
 * Where hair, skin and clothes are round a head, told from what the networks for outline and pose see on the way to their own
 * answers; in the region and in its mirror image, as their mistakes are not symmetric.
 *
 * @param weights of the classifiers; without them the trained ones
 */
export async function seeParts(
  networks: Networks,
  image: RgbImage,
  head: Head,
  weights = trainedWeights(),
): Promise<SeenParts> {
  const region = headRegion(head, image);
  const crop = cropRegion(image, region, featureSide, 0, 1);
  const look = async (mirrored: boolean) => {
    const features = await innerFeatures(networks, mirrored ? mirrorImage(crop, featureSide) : crop);
    const places = placesIn(region, head, partSide, mirrored);
    const another = classify(weights.whose, features, places)[whoseNames.indexOf('another')];
    return [...classify(weights.parts, features, places), another] as Plane[];
  };
  const [seen, reflected] = await Promise.all([look(false), look(true)]);
  const planes = [...partNames, 'another' as const].map((name, k) => [
    name,
    meanWithReflected(seen[k] as Plane, reflected[k] as Plane, partSide),
  ]);
  return { ...(Object.fromEntries(planes) as Record<(typeof partNames)[number], Plane>), region, side: partSide };
}

/** The value of a part's plane at a pixel of the image; undefined outside the region. */
export function partAt({ region, side }: SeenParts, plane: Plane, x: number, y: number): number | undefined {
  const u = (x + 0.5 - region.x) / region.width + 0.5;
  const v = (y + 0.5 - region.y) / region.height + 0.5;
  return u < 0 || v < 0 || u > 1 || v > 1 ? undefined : sampleGrid(plane, side, u, v);
}

/** What reads the parts' planes at the pixels of an image of this size, for whoever reads many of them. */
export const partsOver = ({ region, side }: SeenParts, size: Size): LaidGrid => layGrid(side, region, size);
