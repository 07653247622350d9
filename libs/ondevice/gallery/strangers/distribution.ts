import { mean } from '../../pixels/statistics.ts';
import { readOrder } from '../../words/read-order.ts';
import type { Ratings } from './ratings.ts';
import type { Outcome } from './render.ts';

/** How the rated pictures are distributed over the ratings: all of them, by kind of photograph, by the first garment asked for. */
export function distributionOf(outcomes: readonly Outcome[], ratings: Ratings): string[] {
  const rated = outcomes.flatMap((outcome) => {
    const rating = outcome.code ? undefined : ratings[outcome.id];
    return rating === undefined ? [] : [{ ...outcome, rating }];
  });
  if (rated.length === 0) return [];
  const garmentOf = ({ description }: Outcome) =>
    readOrder(description, { reference: true }).wanted[0]?.name ?? 'as the reference';
  return [() => 'all', ({ kind }: Outcome) => kind, garmentOf].flatMap((groupOf) => lines(rated, groupOf));
}

type Rated = Outcome & { rating: number };

function lines(rated: readonly Rated[], groupOf: (one: Rated) => string): string[] {
  return [...Map.groupBy(rated, groupOf)].map(([name, group]) => {
    const counts = Map.groupBy(group, ({ rating }) => rating);
    const shares = [...counts].sort(([a], [b]) => a - b).map(([rating, { length }]) => `${rating}: ${length}`);
    return `  ${name.padEnd(18)} ${mean(group.map(({ rating }) => rating)).toFixed(2)} of ${group.length}  ${shares.join(', ')}`;
  });
}
