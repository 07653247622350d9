const MOVES: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/**
 * Where the handle between two pictures goes at a key, as a slider does.
 *
 * @param at percent of the width, 0 to 100
 * @returns undefined at a key that is not for it
 */
export function slide(key: string, at: number): number | undefined {
  const move = MOVES[key];
  return move === undefined ? undefined : Math.min(100, Math.max(0, at + move));
}
