/** Steps between lines of a chart, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const MOST_LINES = 4;

/** Whole numbers at which a chart of counts has its lines, from 0 to at least `most`, the largest count. */
export function linesOf(most: number): number[] {
  const rough = Math.max(1, most) / MOST_LINES;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, (STEPS.find((each) => each * power >= rough) ?? 10) * power);
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Which of `count` bars have a label, so that labels do not touch; the last one always has.
 *
 * @param width of a bar and its gap, px
 * @param label width of a label and its gap, px
 */
export function labelledBars(count: number, width: number, label: number): number[] {
  const every = Math.max(1, Math.ceil(label / width));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}
