import { type LabelledCrop, labelledCrop } from './labelled-crop.ts';
import { joined, type Samples } from './samples.ts';
import type { TrainingPhotograph } from './training-photographs.ts';

/** The samples of some photographs; `owners` has the number of the photograph that each one is of. */
export type LearntFrom = { photographs: readonly TrainingPhotograph[]; samples: Samples; owners: Uint16Array };

/** The labelled regions of photographs. */
export async function cropsOf(photographs: readonly TrainingPhotograph[]): Promise<LabelledCrop[]> {
  const crops: LabelledCrop[] = [];
  for (const one of photographs) crops.push(await labelledCrop(one));
  return crops;
}

/** Looks at photographs one after another. */
export async function gatherSamples(
  photographs: readonly TrainingPhotograph[],
  samplesOf: (one: TrainingPhotograph, k: number) => Promise<Samples>,
): Promise<LearntFrom> {
  const all: Samples[] = [];
  for (const [k, one] of photographs.entries()) all.push(await samplesOf(one, k));
  const samples = joined(all);
  const owners = new Uint16Array(samples.parts.length);
  let from = 0;
  for (const [k, { parts }] of all.entries()) {
    owners.fill(k, from, from + parts.length);
    from += parts.length;
  }
  return { photographs, samples, owners };
}

/** Numbers of the samples of those photographs that are wanted. */
export const rowsOf = ({ owners }: Pick<LearntFrom, 'owners'>, wanted: (photograph: number) => boolean): Uint32Array =>
  Uint32Array.from(owners.keys()).filter((row) => wanted(owners[row]!));
