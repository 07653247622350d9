import { type Network, startLiteRt } from './litert.ts';
import { weights } from './weights.ts';

/** Every network the engine uses, loaded. */
export type Networks = Readonly<Record<keyof typeof weights, Network>>;

/** Floats each network takes: side x side x 3 channels. */
const inputSides = { faceDetector: 128, faceMesh: 192, poseDetector: 224, poseLandmarks: 256, selfieMask: 256 };

/** Loads all networks into this worker thread and runs each once, as the first run is several times slower. */
export async function loadNetworks(): Promise<Networks> {
  const load = await startLiteRt();
  const loaded = {} as Record<keyof typeof weights, Network>;
  for (const name of Object.keys(weights) as (keyof typeof weights)[]) {
    const network = await load(new Uint8Array(weights[name]()));
    await network(new Float32Array(inputSides[name] ** 2 * 3));
    loaded[name] = network;
  }
  return loaded;
}
