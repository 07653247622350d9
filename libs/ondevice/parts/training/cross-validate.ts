import type { Networks } from '../../models/networks.ts';
import { partNames } from '../classifier-weights.ts';
import { addCrowdedMistakes, type CrowdedMistakes, noCrowd } from './crowded-mistakes.ts';
import { findClasses } from './find-classes.ts';
import { foldsOf } from './folds.ts';
import { labelSide } from './label-maps.ts';
import { labelledCrop } from './labelled-crop.ts';
import { addMistakes, noMistakes, type OutlineMistakes } from './outline-mistakes.ts';
import { addOverlap, farFromBorders, intersectionOverUnion, noOverlap, type Overlap } from './overlap.ts';
import { oneOf, seededRandom } from './seeded-random.ts';
import { partTraining, type Training, trainPerceptron, whoseTraining } from './train-perceptron.ts';
import { type LearntFrom, rowsOf } from './training-samples.ts';
import { placeBehind } from './with-another-behind.ts';

/** Times that is trained, each time without a part of the photographs. */
const folds = 4;

/** Where labels are disputed: so far from a border, in pixels of the map. */
const nearBorder = 4;

/**
 * What was found on photographs left out: over `all` pixels, `inside`, not near a border of labels, there by the matte, and with another person
 * behind.
 */
type Validated = { all: Overlap; inside: Overlap; outlines: OutlineMistakes; crowded: CrowdedMistakes };

/** The time, 0 to 3, in which each of `count` photographs is left out. */
export const leftOutIn = (count: number, seed: number): Uint16Array => foldsOf(count, folds, seededRandom(seed));

/**
 * Trains several times, each time without some photographs, and finds the parts of those: how the classifier does on people it
 * has not seen, and what their outlines gain by it.
 *
 * @param whose samples in which nobody is together with somebody who is left out in another time ({@link leftOutIn})
 */
export async function crossValidate(
  networks: Networks,
  { parts, whose }: { parts: LearntFrom; whose: LearntFrom },
  seed: number,
  progress: (line: string) => void,
): Promise<Validated> {
  const [all, inside, outlines, crowded] = [noOverlap(), noOverlap(), noMistakes(), noCrowd()];
  const { photographs } = parts;
  const left = leftOutIn(photographs.length, seed);
  const places = seededRandom(seed);
  for (let fold = 0; fold < folds; fold++) {
    const train = (from: LearntFrom, training: Training) => {
      const rows = rowsOf(from, (photograph) => left[photograph] !== fold);
      return trainPerceptron(from.samples, rows, training, seededRandom(seed));
    };
    const weights = { parts: train(parts, partTraining), whose: train(whose, whoseTraining) };
    const others = photographs.filter((_, k) => left[k] === fold);
    for (const [k, one] of photographs.entries()) {
      if (left[k] !== fold) continue;
      const own = await labelledCrop(one);
      const { crop, labels } = own;
      const found = await findClasses(networks, weights.parts, crop, one);
      addOverlap(all, found, labels);
      const away = farFromBorders(labels, labelSide, nearBorder);
      addOverlap(inside, found, away);
      await addMistakes(outlines, networks, weights, one, away);
      const other = oneOf(
        others.filter((someone) => someone !== one),
        places,
      );
      const behind = await labelledCrop(other);
      await addCrowdedMistakes(crowded, networks, weights.whose, one, own, behind, placeBehind(places));
    }
    progress(`fold ${fold + 1} of ${folds}`);
  }
  return { all, inside, outlines, crowded };
}

/** Intersection over union in words, a line a part, and mistakes of outlines. */
export function wordsOf({ all, inside, outlines, crowded }: Validated): string {
  const [everywhere, away] = [intersectionOverUnion(all), intersectionOverUnion(inside)];
  const line = (name: string, k: number) =>
    `${name.padEnd(8)} ${everywhere[k]!.toFixed(3)}, ${away[k]!.toFixed(3)} away from borders`;
  const percent = (count: number, of: number) => `${((100 * count) / of).toFixed(2)} %`;
  const share = (count: number) => percent(count, outlines.pixels);
  return [
    'intersection over union on photographs left out',
    ...partNames.map(line),
    `outlines wrong away from borders: ${share(outlines.corrected)}, ${share(outlines.alone)} without the classifier`,
    `another person behind: ${percent(crowded.found, crowded.another)} found, ${percent(crowded.taken, crowded.own)} of the person taken for them`,
  ].join('\n');
}
