import { innerTensors } from '../models/inner-outputs.ts';
import type { Networks } from '../models/networks.ts';

/** One inner tensor over a square region: `side` x `side` x `channels` values, channels last. */
export type FeatureLevel = { side: number; channels: number; values: Float32Array };

/** Side of the crops that both networks take. */
export const featureSide = 256;

/** What the networks for the person's outline and pose saw in a crop of `featureSide` x `featureSide` RGB values 0..1. */
export async function innerFeatures(networks: Networks, crop: Float32Array): Promise<FeatureLevel[]> {
  const levels = await Promise.all(
    (['selfieMask', 'poseLandmarks'] as const).map((name) => seenBy(networks, name, crop)),
  );
  return levels.flat();
}

async function seenBy(
  networks: Networks,
  name: keyof typeof innerTensors,
  crop: Float32Array,
): Promise<FeatureLevel[]> {
  const { own, channels } = innerTensors[name];
  const outputs = (await networks[name](crop)).slice(own);
  return channels.map((count, k) => {
    const values = outputs[k];
    if (!values) throw new Error(`the network ${name} has no inner output ${k}`);
    return { side: Math.sqrt(values.length / count), channels: count, values };
  });
}
