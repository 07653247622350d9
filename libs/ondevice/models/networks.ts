import { type Network, startLiteRt } from './litert.ts';
import { loadSegmentation } from './load-segmentation.ts';
import { readWeights, weights } from './weights.ts';

/** Every network the engine uses, loaded. */
export type Networks = Readonly<Record<keyof typeof weights, Network>> & {
  /** The operator's own, see {@link loadSegmentation}. */
  readonly segmentation?: Network;
};

/** Floats each network takes: side x side x 3 channels. */
const inputSides = { faceDetector: 128, faceMesh: 192, poseDetector: 224, poseLandmarks: 256, selfieMask: 256 };

/**
 * Loads all networks into this worker thread and runs each once, as the first run is several times slower.
 *
 * @param segmentationModel path of the operator's .tflite file
 * @throws Error naming the variable if that is unusable
 */
export async function loadNetworks(segmentationModel?: string): Promise<Networks> {
  const load = await startLiteRt();
  // First, as only the operator's network may be invalid.
  const segmentation = segmentationModel === undefined ? undefined : await loadSegmentation(load, segmentationModel);
  const loaded = {} as Record<keyof typeof weights, Network>;
  for (const name of Object.keys(weights) as (keyof typeof weights)[]) {
    const { run } = await load(readWeights(weights[name]()));
    await run(new Float32Array(inputSides[name] ** 2 * 3));
    loaded[name] = run;
  }
  return { ...loaded, ...(segmentation && { segmentation }) };
}
