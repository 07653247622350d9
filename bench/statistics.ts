/** The middle one, or the mean of the middle two. @throws RangeError when there is none */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('median of nothing');
  return (low + high) / 2;
}

/** One round: the subject and its floor, measured one right after the other. */
export type Round = { readonly subject: number; readonly floor: number };

/**
 * How the subject compares with its floor: the median of the rounds' own ratios, since noise that lasts for a round is
 * in both halves of its ratio.
 */
export const medianRatio = (rounds: readonly Round[]): number =>
  median(rounds.map(({ subject, floor }) => subject / floor));

/** A bound, and the side of it that is wanted. */
export type Goal = { readonly at: 'most' | 'least'; readonly bound: number };

export const atMost = (bound: number): Goal => ({ at: 'most', bound });
export const atLeast = (bound: number): Goal => ({ at: 'least', bound });

/** Whether `value` keeps to `goal`; what is no number does not. */
export const isMet = ({ at, bound }: Goal, value: number): boolean =>
  Number.isFinite(value) && (at === 'most' ? value <= bound : value >= bound);
