import { withInnerOutputs } from '../../models/inner-outputs.ts';
import { startLiteRt } from '../../models/litert.ts';
import type { Networks } from '../../models/networks.ts';
import { readWeights, weights } from '../../models/weights.ts';
import { innerTensors } from '../inner-features.ts';

/** Loads the two networks that {@link innerFeatures} runs, with their inner outputs, and no others, into this worker thread. */
export async function loadInnerNetworks(): Promise<Networks> {
  const load = await startLiteRt();
  const open = async (name: keyof typeof innerTensors) =>
    (await load(withInnerOutputs(readWeights(weights[name]()), innerTensors[name].tensors))).run;
  return { selfieMask: await open('selfieMask'), poseLandmarks: await open('poseLandmarks') } as Networks;
}
