import type { AnalysedItem } from '../analysis/describe-item.ts';
import type { ColourCase, Origin } from './colour-case.ts';

/** The verdict on one part of a case: accepted names and the answer (`nothing` if the part was not found). */
export type Verdict = {
  case: string;
  origin: Origin;
  part: 'top' | 'bottom';
  expected: readonly string[];
  got: string;
  right: boolean;
};

/** Maps categories of an analysis to parts of a case; a dress is both, and a jacket or the top under it both count. */
const categories = { top: ['top', 'outerwear', 'dress'], bottom: ['bottom', 'dress'] };

/** Compares an analysis with the accepted names. */
export function judgeColours({ name, origin, ...expected }: ColourCase, items: readonly AnalysedItem[]): Verdict[] {
  return (['top', 'bottom'] as const).flatMap((part) => {
    const names = expected[part];
    if (!names) return [];
    const seen = items.filter(({ category }) => categories[part].includes(category)).map(({ color }) => color);
    const right = seen.some((colour) => names.some((one) => one === colour));
    return [{ case: name, origin, part, expected: names, got: seen.join(' + ') || 'nothing', right }];
  });
}

/** Number of right verdicts; `share` is 0..1, and 0 without verdicts, so that an empty set does not pass. */
export function shareOf(verdicts: readonly Verdict[]): { right: number; of: number; share: number } {
  const right = verdicts.filter((verdict) => verdict.right).length;
  return { right, of: verdicts.length, share: verdicts.length > 0 ? right / verdicts.length : 0 };
}
