import type { AnalysedItem } from '../analysis/describe-item.ts';
import type { ColourCase, Origin } from './colour-case.ts';

/** One judged part of a case: what it may be called and what it was called (`nothing` when it was not seen). */
export type Verdict = {
  case: string;
  origin: Origin;
  part: 'top' | 'bottom';
  expected: readonly string[];
  got: string;
  right: boolean;
};

/** What the categories of an analysis are to a case; a dress is both, and of a jacket and what is under it either counts. */
const categories = { top: ['top', 'outerwear', 'dress'], bottom: ['bottom', 'dress'] };

/** Judges an analysis by what its parts may be called. */
export function judgeColours({ name, origin, ...expected }: ColourCase, items: readonly AnalysedItem[]): Verdict[] {
  return (['top', 'bottom'] as const).flatMap((part) => {
    const names = expected[part];
    if (!names) return [];
    const seen = items.filter(({ category }) => categories[part].includes(category)).map(({ color }) => color);
    const right = seen.some((colour) => names.some((one) => one === colour));
    return [{ case: name, origin, part, expected: names, got: seen.join(' + ') || 'nothing', right }];
  });
}

/** How many of some verdicts are right; `share` is 0..1 and 0 of none, so that nothing judged is nothing proven. */
export function shareOf(verdicts: readonly Verdict[]): { right: number; of: number; share: number } {
  const right = verdicts.filter((verdict) => verdict.right).length;
  return { right, of: verdicts.length, share: verdicts.length > 0 ? right / verdicts.length : 0 };
}
