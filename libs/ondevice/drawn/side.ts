/** One of a pair: 0 the one at the left of the picture, 1 the one at its right. */
export type Side = 0 | 1;

/** Both, the one at the left of the picture first. */
export type Pair<T> = readonly [T, T];

/** -1 at the left of the picture, 1 at its right. */
export const sign = (side: Side): 1 | -1 => (side === 0 ? -1 : 1);

/** The same of both sides. */
export const both = <T>(get: (side: Side) => T): Pair<T> => [get(0), get(1)];
