import { parentPort, workerData } from 'node:worker_threads';
import { analyseOutfit } from './analysis/analyse-outfit.ts';
import { readAppearance } from './analysis/read-appearance.ts';
import { checkSelfie } from './check-selfie.ts';
import type { Job, JobAnswer, WorkerSettings } from './jobs.ts';
import { loadNetworks } from './models/networks.ts';
import { tryOn } from './try-on.ts';
import { sendError } from './wire.ts';
import type { WorkerMessage } from './worker-pool.ts';

// The entry of a worker thread: loads the networks once, then answers one job at a time.
const port = parentPort;
if (!port) throw new Error('this file is the entry of a worker thread');
const say = (message: WorkerMessage<JobAnswer>, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const networks = await loadNetworks((workerData as WorkerSettings).segmentationModel);
port.on('message', async (job: Job) => {
  try {
    if (job.task === 'analyse') return say({ type: 'answer', answer: await analyseOutfit(networks, job.input) });
    if (job.task === 'readPerson') return say({ type: 'answer', answer: await readAppearance(networks, job.input) });
    if (job.task === 'checkSelfie') return say({ type: 'answer', answer: await checkSelfie(networks, job.input) });
    const picture = await tryOn(networks, job.input);
    // A copy of its own, as encoders hand out slices of larger buffers that cannot be given away.
    const image = new Uint8Array(picture.image);
    say({ type: 'answer', answer: { ...picture, image } }, [image.buffer]);
  } catch (error) {
    say({ type: 'failed', error: sendError(error) });
  }
});
say({ type: 'ready' });
