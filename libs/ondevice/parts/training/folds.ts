import { type Random, shuffle } from './seeded-random.ts';

/**
 * Random folds for cross-validation (Stone 1974): the fold, 0 to `folds` - 1, in which each of `count` photographs is left out
 * of the training; their sizes differ by one at most.
 *
 * @throws Error if there are fewer photographs than folds
 */
export function foldsOf(count: number, folds: number, random: Random): Uint16Array {
  if (count < folds) throw new Error(`${count} photographs are too few for ${folds} folds`);
  return shuffle(
    Uint16Array.from({ length: count }, (_, k) => k % folds),
    random,
  );
}
