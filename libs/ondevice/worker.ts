import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ReportProgress } from '@styling/contracts';
import { analyseOutfit } from './analysis/analyse-outfit.ts';
import { readAppearance } from './analysis/read-appearance.ts';
import { askPool } from './ask-pool.ts';
import type { DoBeside } from './beside.ts';
import { checkSelfie } from './check-selfie.ts';
import type { Job, JobAnswer, WorkerSettings } from './jobs.ts';
import { networksOver } from './models/networks-over.ts';
import { readGarments } from './order/read-garments.ts';
import { separateShading } from './person/shade.ts';
import { tryOn } from './try-on.ts';
import { sendError } from './wire.ts';
import type { WorkerMessage } from './worker-message.ts';

// The entry of a worker thread, which processes one job at a time.
const port = parentPort;
if (!port) throw new Error('worker.ts must run in a worker thread');
const send = (message: WorkerMessage<JobAnswer>, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const { shares, shared } = workerData as WorkerSettings & { shared: readonly MessagePort[] };
const networks = await networksOver(shared);
const report: ReportProgress = (stage, fraction) => send({ type: 'progress', progress: { stage, fraction } });
// Asking copies the input: not where nobody could do it.
const beside: DoBeside | undefined = shares ? (task, input) => askPool(port, { task, input }) : undefined;

/** What is sent back for a job, and which of its buffers are moved instead of copied. */
async function done(job: Job): Promise<[answer: JobAnswer, transfer?: ArrayBuffer[]]> {
  switch (job.task) {
    case 'analyse':
      return [await analyseOutfit(networks, job.input)];
    case 'readPerson':
      return [await readAppearance(networks, job.input)];
    case 'checkSelfie':
      return [await checkSelfie(networks, job.input)];
    case 'readGarments':
      return [await readGarments(networks, job.input)];
    case 'separateShading':
      return [separateShading(job.input)];
    case 'tryOn': {
      const picture = await tryOn(networks, job.input, report, beside);
      // Copied, as encoders return slices of larger buffers, which cannot be transferred.
      const image = new Uint8Array(picture.image);
      return [{ ...picture, image }, [image.buffer]];
    }
  }
}

port.on('message', async (job: Job) => {
  try {
    const [answer, transfer] = await done(job);
    send({ type: 'answer', answer }, transfer);
  } catch (error) {
    send({ type: 'failed', error: sendError(error) });
  }
});
send({ type: 'ready' });
