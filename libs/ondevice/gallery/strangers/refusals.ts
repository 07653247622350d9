import type { Kind } from './photograph.ts';
import type { Outcome } from './render.ts';

/** Photographs that ought to be refused: a picture of one is a defect, as is a refusal of any other. */
const undressable: ReadonlySet<string> = new Set<Kind>(['group', 'back', 'nobody']);

/**
 * How many orders were refused, of those whose photograph shows one person from the front or the side, and of the others; below each line the
 * orders that did not end as they ought to, with their codes.
 */
export function refusalsOf(outcomes: readonly Outcome[]): string[] {
  const [others, dressable] = [true, false].map((ought) =>
    outcomes.filter(({ kind }) => undressable.has(kind) === ought),
  ) as [Outcome[], Outcome[]];
  const refused = dressable.filter(({ code }) => code);
  const made = others.filter(({ code }) => !code);
  const share = Math.round((1000 * refused.length) / (dressable.length || 1)) / 10;
  const line = ({ code = 'not refused', kind, id }: Outcome) => `  ${code.padEnd(24)} ${kind.padEnd(9)} ${id}`;
  return [
    `refused: ${refused.length} of ${dressable.length} that show a person to dress (${share} %)`,
    ...refused.map(line),
    `refused: ${others.length - made.length} of ${others.length} that do not`,
    ...made.map(line),
  ];
}
