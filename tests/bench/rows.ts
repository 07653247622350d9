export type Goal = { readonly at: 'most' | 'least'; readonly bound: number };

export const atMost = (bound: number): Goal => ({ at: 'most', bound });
export const atLeast = (bound: number): Goal => ({ at: 'least', bound });

/** Measured one right after the other. */
export type Round = { readonly subject: number; readonly floor: number };

type Described = { readonly what: string; readonly unit: string; readonly goal?: Goal | undefined };

export type Row = Described & {
  /** Median over the rounds. */
  readonly subject: number;
  readonly floor?: { readonly name: string; readonly value: number };
  /** The ratio to the floor, else the subject itself. */
  readonly compared: number;
  readonly met?: boolean | undefined;
  readonly rounds?: readonly Round[];
};

/** A row without a floor. */
export const value = (described: Described, subject: number): Row => {
  const { goal } = described;
  const isMet =
    goal && Number.isFinite(subject) && (goal.at === 'most' ? subject <= goal.bound : subject >= goal.bound);
  return { ...described, subject, compared: subject, met: isMet };
};

/** A row of the median of ratios to a floor, as noise that lasts for a round affects both sides of its ratio. */
export const comparison = (described: Described, floor: string, rounds: readonly Round[]): Row => ({
  ...value(described, median(rounds.map((round) => round.subject / round.floor))),
  subject: median(rounds.map((round) => round.subject)),
  floor: { name: floor, value: median(rounds.map((round) => round.floor)) },
  rounds,
});

/** @throws RangeError for an empty list */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  if (low === undefined || high === undefined) throw new RangeError('median of nothing');
  return (low + high) / 2;
}

/** The value below which a part of the values lies; NaN of an empty list. */
export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

/** Measures every target once a round, one right after the other, in the order of `targets`. */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  targets: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result>[]> {
  const results: Record<Name, Result>[] = [];
  for (let round = 0; round < rounds; round++) {
    const one: Partial<Record<Name, Result>> = {};
    for (const name in targets) one[name] = await targets[name]();
    results.push(one as Record<Name, Result>);
  }
  return results;
}

/** Three significant digits, no exponent: 0.874, 12.3, 1450, 61200. */
export const figure = (number: number): string => String(Number(number.toPrecision(3)));

/** The rows as a table in Markdown. */
export function table(rows: readonly Row[]): string {
  const headings = ['what', 'measured', 'floor', 'ratio', 'goal', ''];
  const lines = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const [first = '', ...others] = lines.map((line) => {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `| ${cells.join(' | ')} |`;
  });
  return [first, `|${' - |'.repeat(headings.length)}`, ...others].join('\n');
}

function cellsOf({ what, subject, unit, floor, compared, goal, met }: Row): string[] {
  return [
    what,
    `${figure(subject)} ${unit}`.trim(),
    floor ? `${figure(floor.value)} ${unit} (${floor.name})` : '',
    floor ? `${figure(compared)}x` : '',
    goal ? `${goal.at === 'most' ? '≤' : '≥'} ${goal.bound}${floor ? 'x' : ` ${unit}`}`.trim() : '',
    met === undefined ? '' : met ? 'met' : 'NOT MET',
  ];
}
