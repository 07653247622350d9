import { innerTensors, withInnerOutputs } from './inner-outputs.ts';
import { type Network, startLiteRt } from './litert.ts';
import { loadSegmentation } from './load-segmentation.ts';
import { readWeights, weights } from './weights.ts';

/** Every network the engine uses, loaded. */
export type Networks = Readonly<Record<keyof typeof weights, Network>> & {
  /** The operator's own, see {@link loadSegmentation}. */
  readonly segmentation?: Network;
};

/** The name of a network that the engine comes with. */
export type NetworkName = keyof typeof weights;

/**
 * They have a thread each: while one fits a body, the other finds its face, and while one sees its parts, the other sees outline and hands.
 * The operator's network goes with bodies.
 */
export const networkGroups = {
  bodies: ['poseDetector', 'poseLandmarks'],
  details: ['faceDetector', 'faceMesh', 'selfieMask', 'handCrop', 'handLandmarks'],
} as const satisfies Record<string, readonly NetworkName[]>;

/** Floats each network takes that every picture needs: side x side x 3 channels. */
const inputSides: Partial<Record<NetworkName, number>> = {
  ...{ faceDetector: 128, faceMesh: 192, poseDetector: 224, poseLandmarks: 256, selfieMask: 256 },
};

/** {@link loadSome} of all of them. */
export const loadNetworks = async (segmentationModel?: string): Promise<Networks> =>
  (await loadSome(Object.values(networkGroups).flat(), segmentationModel)) as Networks;

/**
 * Loads networks into this worker thread and runs each once, as the first run is several times slower. Those for hands are
 * loaded when first used: many threads only ever see portraits.
 *
 * @param segmentationModel path of the operator's .tflite file
 * @throws Error naming the variable if that is unusable
 */
export async function loadSome(names: readonly NetworkName[], segmentationModel?: string): Promise<Partial<Networks>> {
  const load = await startLiteRt();
  // First, as only the operator's network may be invalid.
  const segmentation = segmentationModel === undefined ? undefined : await loadSegmentation(load, segmentationModel);
  const open = async (name: NetworkName) => {
    const model = readWeights(weights[name]());
    const inner = name === 'selfieMask' || name === 'poseLandmarks' ? innerTensors[name].tensors : [];
    return (await load(inner.length > 0 ? withInnerOutputs(model, inner) : model)).run;
  };
  const loaded: Partial<Record<NetworkName, Network>> = {};
  for (const name of names) {
    const side = inputSides[name];
    const network = side === undefined ? onFirstUse(() => open(name)) : await open(name);
    if (side !== undefined) await network(new Float32Array(side ** 2 * 3));
    loaded[name] = network;
  }
  return { ...loaded, ...(segmentation && { segmentation }) };
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
