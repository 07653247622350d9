import { innerTensors } from '../models/inner-outputs.ts';
import type { Networks } from '../models/networks.ts';

/** One inner tensor over a square region: `side` x `side` x `channels` values, channels last. */
export type FeatureLevel = { side: number; channels: number; values: Float32Array };

/** Side of the crops that both networks take. */
export const featureSide = 256;

/** What the networks for the person's outline and pose saw in a crop of `featureSide` x `featureSide` RGB values 0..1. */
export async function innerFeatures(networks: Networks, crop: Float32Array): Promise<FeatureLevel[]> {
  const levels: FeatureLevel[] = [];
  for (const name of ['selfieMask', 'poseLandmarks'] as const) {
    const { own, channels } = innerTensors[name];
    const outputs = (await networks[name](crop)).slice(own);
    for (const [k, count] of channels.entries()) {
      const values = outputs[k];
      if (!values) throw new Error(`the network ${name} has no inner output ${k}`);
      levels.push({ side: Math.sqrt(values.length / count), channels: count, values });
    }
  }
  return levels;
}
