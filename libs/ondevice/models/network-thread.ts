import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { sendError } from '../wire.ts';
import { loadSome, type NetworkName, type Networks } from './networks.ts';
import type { FromNetworks, ToNetworks } from './networks-over.ts';

/** Which networks such a thread loads, and perhaps the operator's, of which this is the path. */
export type NetworkSettings = { names: readonly NetworkName[]; segmentationModel?: string | undefined };

// The entry of a thread that loads networks and runs them for all threads of a pool, each of which has a port to it.
const pool = parentPort;
if (!pool) throw new Error('network-thread.ts must run in a worker thread');
const { names, segmentationModel } = workerData as NetworkSettings;
const loading = loadSome(names, segmentationModel);
// It rejects where it is awaited.
loading.catch(() => {});

pool.on('message', async (port: MessagePort) => {
  const send = (message: FromNetworks, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    const networks = await loading;
    serve(port, networks, send);
    send({ type: 'ready', names: Object.keys(networks) as (keyof Networks)[] });
  } catch (error) {
    send({ type: 'unusable', error: sendError(error) });
    // With its ports this thread ends, so that another one tries again.
    port.close();
    pool.close();
  }
});

function serve(
  port: MessagePort,
  networks: Partial<Networks>,
  send: (message: FromNetworks, transfer?: ArrayBuffer[]) => void,
): void {
  port.on('message', async ({ id, name, input }: ToNetworks) => {
    try {
      const outputs = await networks[name]!(input);
      const buffers = outputs.map(({ buffer }) => buffer as ArrayBuffer);
      send({ type: 'outputs', id, outputs }, buffers);
    } catch (error) {
      send({ type: 'failed', id, error: sendError(error) });
    }
  });
}
