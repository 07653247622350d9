const STEP = 2;
const PAGE = 10;

/**
 * Where the handle between two pictures goes at a key, as a slider does.
 *
 * @param at percent of the width, 0 to 100
 * @returns undefined at a key that is not for it
 */
export function slide(key: string, at: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - STEP,
    ArrowDown: at - STEP,
    ArrowRight: at + STEP,
    ArrowUp: at + STEP,
    PageDown: at - PAGE,
    PageUp: at + PAGE,
    Home: 0,
    End: 100,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.min(100, Math.max(0, to));
}
