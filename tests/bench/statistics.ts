/** @throws RangeError for an empty list */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('median of nothing');
  return (low + high) / 2;
}

/** One round: the floor and the subject, measured one right after the other. */
export type Round = { readonly subject: number; readonly floor: number };

/**
 * The subject as a multiple of its floor: the median of the ratios of the rounds, as noise that lasts for a round affects
 * both sides of its ratio.
 */
export const medianRatio = (rounds: readonly Round[]): number =>
  median(rounds.map(({ subject, floor }) => subject / floor));

/** An upper or lower bound. */
export type Goal = { readonly at: 'most' | 'least'; readonly bound: number };

export const atMost = (bound: number): Goal => ({ at: 'most', bound });
export const atLeast = (bound: number): Goal => ({ at: 'least', bound });

/** Whether `value` meets `goal`; NaN and infinity do not. */
export const isMet = ({ at, bound }: Goal, value: number): boolean =>
  Number.isFinite(value) && (at === 'most' ? value <= bound : value >= bound);
