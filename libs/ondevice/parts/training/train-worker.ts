import { writeFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { loadNetworks } from '../../models/networks.ts';
import { crossValidate, wordsOf } from './cross-validate.ts';

import { seededRandom } from './seeded-random.ts';
import { partTraining, trainPerceptron } from './train-perceptron.ts';
import type { TrainingPhotograph } from './training-photographs.ts';
import { gatherSamples, rowsOf } from './training-samples.ts';
import type { TrainingTask } from './training-task.ts';
import { bytesOf } from './weights-file.ts';

// The entry of the worker thread that trains: LiteRT needs one.

/** Any would do; another gives other weights, about as good. */
const seed = 1;

const { photographs, task } = workerData as { photographs: TrainingPhotograph[]; task: TrainingTask };
const networks = await loadNetworks();
const from = await gatherSamples(networks, photographs);
console.log(`${from.owners.length} pixels of ${photographs.length} photographs`);
if (task.crossValidate) console.log(wordsOf(await crossValidate(networks, from, seed, console.log)));
else {
  const weights = trainPerceptron(
    from.samples,
    rowsOf(from, () => true),
    partTraining,
    seededRandom(seed),
  );
  await writeFile(new URL(task.out), bytesOf(weights));
}
