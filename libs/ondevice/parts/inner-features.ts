import type { RgbImage } from '@styling/imaging';
import { cropRegion, mirrorImage, type Region } from '../models/crop.ts';
import { innerTensors } from '../models/inner-outputs.ts';
import type { Networks } from '../models/networks.ts';

/** One inner tensor over a square region: `side` x `side` x `channels` values, channels last. */
export type FeatureLevel = { side: number; channels: number; values: Float32Array };

const side = 256;

/** What the networks for the person's outline and pose saw in a region of an image; in its mirror image if `mirrored`. */
export async function innerFeatures(
  networks: Networks,
  image: RgbImage,
  region: Region,
  mirrored: boolean,
): Promise<FeatureLevel[]> {
  const crop = cropRegion(image, region, side, 0, 1);
  const seen = mirrored ? mirrorImage(crop, side) : crop;
  const levels: FeatureLevel[] = [];
  for (const name of ['selfieMask', 'poseLandmarks'] as const) {
    const { own, channels } = innerTensors[name];
    const outputs = (await networks[name](seen)).slice(own);
    for (const [k, count] of channels.entries()) {
      const values = outputs[k];
      if (!values) throw new Error(`the network ${name} has no inner output ${k}`);
      levels.push({ side: Math.sqrt(values.length / count), channels: count, values });
    }
  }
  return levels;
}
