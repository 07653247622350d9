import { type MessagePort, parentPort } from 'node:worker_threads';
import type { ReportProgress } from '@styling/contracts';
import { analyseOutfit } from './analysis/analyse-outfit.ts';
import { checkSelfie, readAppearance } from './analysis/appearance.ts';
import type { Job, JobProgress, NetworkOutputs, NetworkRun, Outcome, Work } from './jobs.ts';
import type { Network } from './models/litert.ts';
import type { NetworkName, Networks } from './models/networks.ts';
import { weights } from './models/weights.ts';
import { judgePicture } from './person/judge-picture.ts';
import { tryOn } from './try-on.ts';
import { sendError } from './wire.ts';

/** The entry of a thread that does one job at a time. */
export default async function work({ id, job, networks }: Work): Promise<Outcome> {
  const report: ReportProgress = (stage, fraction) =>
    parentPort?.postMessage({ id, progress: { stage, fraction } } satisfies JobProgress);
  try {
    return { answer: await done(job, networksOver(networks), report) };
  } catch (error) {
    return { failed: sendError(error) };
  } finally {
    networks.close();
  }
}

function done(job: Job, networks: Networks, report: ReportProgress) {
  switch (job.task) {
    case 'analyse':
      return analyseOutfit(networks, job.input);
    case 'readPerson':
      return readAppearance(networks, job.input);
    case 'checkSelfie':
      return checkSelfie(networks, job.input);
    case 'judgePicture':
      return judgePicture(networks, job.input);
    case 'tryOn':
      return tryOn(networks, job.input, report);
  }
}

/** The networks of another thread. If a run fails, the process ends, and this thread with it. */
function networksOver(port: MessagePort): Networks {
  const runs = new Map<number, (outputs: Float32Array[]) => void>();
  port.on('message', ({ run, outputs }: NetworkOutputs) => {
    runs.get(run)?.(outputs);
    runs.delete(run);
  });
  let last = 0;
  const over =
    (name: NetworkName): Network =>
    (input) => {
      const run = ++last;
      // Copied, as crops are used further.
      port.postMessage({ run, name, input } satisfies NetworkRun);
      return new Promise((resolve) => runs.set(run, resolve));
    };
  const names = Object.keys(weights) as NetworkName[];
  return Object.fromEntries(names.map((name) => [name, over(name)])) as Networks;
}
