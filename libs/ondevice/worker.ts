import { parentPort } from 'node:worker_threads';
import { loadNetworks } from './models/networks.ts';
import { type TryOnPicture, type TryOnRequest, tryOn } from './try-on.ts';
import { sendError } from './wire.ts';
import type { WorkerMessage } from './worker-pool.ts';

// The entry of a worker thread: loads the networks once, then answers one request at a time.
const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker thread');
const say = (message: WorkerMessage<TryOnPicture>, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const networks = await loadNetworks();
port.on('message', async (request: TryOnRequest) => {
  try {
    const picture = await tryOn(networks, request);
    // A copy of its own, as encoders hand out slices of larger buffers that cannot be given away.
    const image = new Uint8Array(picture.image);
    say({ type: 'answer', answer: { ...picture, image } }, [image.buffer]);
  } catch (error) {
    say({ type: 'failed', error: sendError(error) });
  }
});
say({ type: 'ready' });
