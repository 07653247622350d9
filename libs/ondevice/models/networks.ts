import { innerTensors, withInnerOutputs } from './inner-outputs.ts';
import { type Network, startLiteRt } from './litert.ts';
import { loadSegmentation } from './load-segmentation.ts';
import { readWeights, weights } from './weights.ts';

/** Every network the engine uses, loaded. */
export type Networks = Readonly<Record<keyof typeof weights, Network>> & {
  /** The operator's own, see {@link loadSegmentation}. */
  readonly segmentation?: Network;
};

/** Floats each network takes that every picture needs: side x side x 3 channels. */
const inputSides = { faceDetector: 128, faceMesh: 192, poseDetector: 224, poseLandmarks: 256, selfieMask: 256 };

/**
 * Loads the networks into this worker thread and runs each once, as the first run is several times slower. Those for hands are
 * loaded when first used: many threads only ever see portraits.
 *
 * @param segmentationModel path of the operator's .tflite file
 * @throws Error naming the variable if that is unusable
 */
export async function loadNetworks(segmentationModel?: string): Promise<Networks> {
  const load = await startLiteRt();
  // First, as only the operator's network may be invalid.
  const segmentation = segmentationModel === undefined ? undefined : await loadSegmentation(load, segmentationModel);
  const open = async (name: keyof typeof weights) => {
    const model = readWeights(weights[name]());
    const inner = name === 'selfieMask' || name === 'poseLandmarks' ? innerTensors[name].tensors : [];
    return (await load(inner.length > 0 ? withInnerOutputs(model, inner) : model)).run;
  };
  const loaded = {} as Record<keyof typeof inputSides, Network>;
  for (const name of Object.keys(inputSides) as (keyof typeof inputSides)[]) {
    loaded[name] = await open(name);
    await loaded[name](new Float32Array(inputSides[name] ** 2 * 3));
  }
  const handCrop = onFirstUse(() => open('handCrop'));
  const handLandmarks = onFirstUse(() => open('handLandmarks'));
  return { ...loaded, handCrop, handLandmarks, ...(segmentation && { segmentation }) };
}

/** A network that is loaded when it is first run; a failure to load fails that run, and the next one tries again. */
export function onFirstUse(load: () => Promise<Network>): Network {
  let loading: Promise<Network> | undefined;
  return async (input) => {
    loading ??= load();
    const network = await loading.catch((error) => {
      loading = undefined;
      throw error;
    });
    return network(input);
  };
}
