import { type Network, startLiteRt } from './litert.ts';
import { readWeights, weights } from './weights.ts';

/** The name of a network. */
export type NetworkName = keyof typeof weights;

/** Every network the engine uses, loaded. */
export type Networks = Readonly<Record<NetworkName, Network>>;

/** Loaded when first used: many threads only ever see portraits. */
const seldomUsed: readonly NetworkName[] = ['handCrop', 'handLandmarks'];

/** Loads the networks into this worker thread. */
export async function loadNetworks(): Promise<Networks> {
  const load = await startLiteRt();
  const open = async (name: NetworkName) => load(readWeights(weights[name]()));
  const loaded: Partial<Record<NetworkName, Network>> = {};
  for (const name of Object.keys(weights) as NetworkName[])
    loaded[name] = seldomUsed.includes(name) ? onFirstUse(() => open(name)) : await open(name);
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
