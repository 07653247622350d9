import { parentPort, workerData } from 'node:worker_threads';
import type { ReportProgress } from '@styling/contracts';
import { analyseOutfit } from './analysis/analyse-outfit.ts';
import { readAppearance } from './analysis/read-appearance.ts';
import { checkSelfie } from './check-selfie.ts';
import type { Job, JobAnswer, WorkerSettings } from './jobs.ts';
import { loadNetworks } from './models/networks.ts';
import { tryOn } from './try-on.ts';
import { sendError } from './wire.ts';
import type { WorkerMessage } from './worker-pool.ts';

// The entry of a worker thread: loads the networks once, then processes one job at a time.
const port = parentPort;
if (!port) throw new Error('worker.ts must run in a worker thread');
const send = (message: WorkerMessage<JobAnswer>, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const networks = await loadNetworks((workerData as WorkerSettings).segmentationModel);
const report: ReportProgress = (stage, fraction) => send({ type: 'progress', progress: { stage, fraction } });
port.on('message', async (job: Job) => {
  try {
    if (job.task === 'analyse') return send({ type: 'answer', answer: await analyseOutfit(networks, job.input) });
    if (job.task === 'readPerson') return send({ type: 'answer', answer: await readAppearance(networks, job.input) });
    if (job.task === 'checkSelfie') return send({ type: 'answer', answer: await checkSelfie(networks, job.input) });
    const picture = await tryOn(networks, job.input, report);
    // Copied, as encoders return slices of larger buffers, which cannot be transferred.
    const image = new Uint8Array(picture.image);
    send({ type: 'answer', answer: { ...picture, image } }, [image.buffer]);
  } catch (error) {
    send({ type: 'failed', error: sendError(error) });
  }
});
send({ type: 'ready' });
