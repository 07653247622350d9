import { type Network, startLiteRt } from './litert.ts';
import { readWeights, weights } from './weights.ts';

/** The name of a network. */
export type NetworkName = keyof typeof weights;

/** Every network the engine uses, loaded. */
export type Networks = Readonly<Record<NetworkName, Network>>;

/** Sides of the square inputs, RGB 0..1, of the networks that every picture needs. */
const inputSides: Partial<Record<NetworkName, number>> = {
  parsing: 256,
  faceDetector: 128,
  faceMesh: 192,
  poseDetector: 224,
  poseLandmarks: 256,
  selfieMask: 256,
};

/**
 * Loads the networks into this worker thread and runs each once, as the first run is several times slower. Those for hands are
 * loaded when first used: many threads only ever see portraits.
 */
export async function loadNetworks(): Promise<Networks> {
  const load = await startLiteRt();
  const open = async (name: NetworkName) => load(readWeights(weights[name]()));
  const loaded: Partial<Record<NetworkName, Network>> = {};
  for (const name of Object.keys(weights) as NetworkName[]) {
    const side = inputSides[name];
    const network = side === undefined ? onFirstUse(() => open(name)) : await open(name);
    if (side !== undefined) await network(new Float32Array(side ** 2 * 3));
    loaded[name] = network;
  }
  return loaded as Networks;
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
