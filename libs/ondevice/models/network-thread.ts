import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { sendError } from '../wire.ts';
import { loadNetworks, type Networks } from './networks.ts';
import type { FromNetworks, ToNetworks } from './networks-over.ts';

// The entry of a thread that loads the networks and runs them for all threads of a pool, each of which has a port to it.
const pool = parentPort;
if (!pool) throw new Error('network-thread.ts must run in a worker thread');
const { segmentationModel } = workerData as { segmentationModel: string | undefined };
const loading = loadNetworks(segmentationModel);
// It rejects where it is awaited.
loading.catch(() => {});

pool.on('message', async (port: MessagePort) => {
  const send = (message: FromNetworks, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  try {
    serve(port, await loading, send);
    send({ type: 'ready' });
  } catch (error) {
    send({ type: 'unusable', error: sendError(error) });
    // With its ports this thread ends, so that another one tries again.
    port.close();
    pool.close();
  }
});

function serve(
  port: MessagePort,
  networks: Networks,
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
