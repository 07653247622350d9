import type { Networks } from '../../models/networks.ts';
import { partNames } from '../part-weights.ts';
import { findParts } from './find-parts.ts';
import { foldsOf } from './folds.ts';
import { labelSide, readLabelMap } from './label-maps.ts';
import { addMistakes, noMistakes, type OutlineMistakes } from './outline-mistakes.ts';
import { addOverlap, farFromBorders, intersectionOverUnion, noOverlap, type Overlap } from './overlap.ts';
import { seededRandom } from './seeded-random.ts';
import { partTraining, trainPerceptron } from './train-perceptron.ts';
import { type LearntFrom, rowsOf } from './training-samples.ts';

/** Times that is trained, each time without a part of the photographs. */
const folds = 4;

/** Where labels are disputed: so far from a border, in pixels of the map. */
const nearBorder = 4;

/** What was found on photographs left out: over `all` pixels, `inside`, not near a border of labels, and there by the matte. */
type Validated = { all: Overlap; inside: Overlap; outlines: OutlineMistakes };

/**
 * Trains several times, each time without some photographs, and finds the parts of those: how the classifier does on people it
 * has not seen, and what their outlines gain by it.
 */
export async function crossValidate(
  networks: Networks,
  from: LearntFrom,
  seed: number,
  progress: (line: string) => void,
): Promise<Validated> {
  const [all, inside, outlines] = [noOverlap(), noOverlap(), noMistakes()];
  const left = foldsOf(from.photographs.length, folds, seededRandom(seed));
  for (let fold = 0; fold < folds; fold++) {
    const rows = rowsOf(from, (photograph) => left[photograph] !== fold);
    const weights = trainPerceptron(from.samples, rows, partTraining, seededRandom(seed));
    for (const [k, one] of from.photographs.entries()) {
      if (left[k] !== fold) continue;
      const labels = await readLabelMap(one.photograph.name);
      const found = await findParts(networks, weights, one);
      addOverlap(all, found, labels);
      const away = farFromBorders(labels, labelSide, nearBorder);
      addOverlap(inside, found, away);
      await addMistakes(outlines, networks, weights, one, away);
    }
    progress(`fold ${fold + 1} of ${folds}`);
  }
  return { all, inside, outlines };
}

/** Intersection over union in words, a line a part, and mistakes of outlines. */
export function wordsOf({ all, inside, outlines }: Validated): string {
  const [everywhere, away] = [intersectionOverUnion(all), intersectionOverUnion(inside)];
  const line = (name: string, k: number) =>
    `${name.padEnd(8)} ${everywhere[k]!.toFixed(3)}, ${away[k]!.toFixed(3)} away from borders`;
  const share = (count: number) => `${((100 * count) / outlines.pixels).toFixed(2)} %`;
  return [
    'intersection over union on photographs left out',
    ...partNames.map(line),
    `outlines wrong away from borders: ${share(outlines.corrected)}, ${share(outlines.alone)} without the classifier`,
  ].join('\n');
}
