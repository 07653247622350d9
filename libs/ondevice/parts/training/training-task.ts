import { parseArgs } from 'node:util';
import type { TrainingSet } from './training-photographs.ts';

/** What a training is to do. */
export type TrainingTask = {
  /** The set that is learnt from; without it all photographs. */
  only: TrainingSet | undefined;
  /** Whether to measure by cross-validation instead of writing weights. */
  crossValidate: boolean;
  /** URL of the folder that the weights are written to. */
  out: string;
};

const engines = new URL('../', import.meta.url);

/** The task that the words of a command line ask for. @throws Error on unknown words */
export function taskOf(words: string[], folder: URL): TrainingTask {
  const { values } = parseArgs({
    args: words,
    options: { only: { type: 'string' }, 'cross-validate': { type: 'boolean' }, out: { type: 'string' } },
  });
  const { only, out, 'cross-validate': crossValidate = false } = values;
  if (only !== undefined && only !== 'tune' && only !== 'portraits') throw new Error('--only is tune or portraits');
  if (crossValidate && out !== undefined) throw new Error('--cross-validate writes no weights');
  return { only, crossValidate, out: (out === undefined ? engines : new URL(`${out}/`, folder)).href };
}
