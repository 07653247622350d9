import { hash } from 'node:crypto';

export type Random = ReturnType<typeof seededRandom>;

/** The same sequence for the same seed anywhere. */
export function seededRandom(seed: number) {
  let drawn = 0;
  /** In [0, 1). */
  const next = (): number => Number.parseInt(hash('sha256', `${seed} ${drawn++}`).slice(0, 12), 16) / 2 ** 48;
  /** Both included. */
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const choose = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item;
  return { next, between, choose };
}
