import { writeFile } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { loadNetworks } from '../../models/networks.ts';
import { partNames, weightFiles, whoseNames } from '../classifier-weights.ts';
import { crossValidate, leftOutIn, wordsOf } from './cross-validate.ts';
import { crowdedSamplesOf } from './crowded-samples.ts';
import type { LabelledCrop } from './labelled-crop.ts';
import { samplesOf } from './samples.ts';
import { seededRandom } from './seeded-random.ts';
import { partTraining, trainPerceptron, whoseTraining } from './train-perceptron.ts';
import type { TrainingPhotograph } from './training-photographs.ts';
import { cropsOf, gatherSamples, rowsOf } from './training-samples.ts';
import type { TrainingTask } from './training-task.ts';
import { bytesOf } from './weights-file.ts';

// The entry of the worker thread that trains: LiteRT needs one.

/** Any would do; another gives other weights, about as good. */
const seed = 1;

const { photographs, task } = workerData as { photographs: TrainingPhotograph[]; task: TrainingTask };
const networks = await loadNetworks();
const parts = await gatherSamples(photographs, (one) => samplesOf(networks, one));
const crops = await cropsOf(photographs);
// Who is left out must not have been behind somebody who is not.
const left = task.crossValidate ? leftOutIn(photographs.length, seed) : new Uint16Array(photographs.length);
const whose = await gatherSamples(photographs, (one, k) => {
  const others = crops.filter((_, other) => other !== k && left[other] === left[k]);
  return crowdedSamplesOf(networks, one, crops[k] as LabelledCrop, others);
});
console.log(`${parts.owners.length} and ${whose.owners.length} pixels of ${photographs.length} photographs`);
if (task.crossValidate) console.log(wordsOf(await crossValidate(networks, { parts, whose }, seed, console.log)));
else
  for (const [from, training, file, names] of [
    [parts, partTraining, weightFiles.parts, partNames],
    [whose, whoseTraining, weightFiles.whose, whoseNames],
  ] as const) {
    const rows = rowsOf(from, () => true);
    const weights = trainPerceptron(from.samples, rows, training, seededRandom(seed));
    await writeFile(new URL(file, task.out), bytesOf(weights, names.length));
  }
