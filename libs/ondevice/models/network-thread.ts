import type { MessagePort } from 'node:worker_threads';
import type { NetworkOutputs, NetworkRun } from '../jobs.ts';
import { loadNetworks } from './networks.ts';

const networks = await loadNetworks();

/** The entry of the thread that runs the networks for all others, each of which has a port to it. A run that fails ends it. */
export default function serve(port: MessagePort): void {
  port.on('message', async ({ run, name, input }: NetworkRun) => {
    const outputs = await networks[name](input);
    const buffers = outputs.map(({ buffer }) => buffer as ArrayBuffer);
    port.postMessage({ run, outputs } satisfies NetworkOutputs, buffers);
  });
}
