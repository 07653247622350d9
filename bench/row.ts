import { type Goal, isMet, median, medianRatio, type Round } from './statistics.ts';

/** One line of the table. */
export type Row = {
  /** The measure that it belongs to, as `--only` names it. */
  readonly measure: string;
  readonly what: string;
  readonly unit: string;
  /** Median over the rounds. */
  readonly subject: number;
  /** What it is compared with, where it is. */
  readonly floor?: { readonly name: string; readonly value: number };
  /** What the goal is about: the ratio to the floor, else the subject itself. */
  readonly compared: number;
  readonly goal?: Goal;
  readonly met?: boolean;
  readonly rounds?: readonly Round[];
  /** What else one has to know to read it. */
  readonly note?: string;
};

/** What a row is about. */
export type Described = Pick<Row, 'measure' | 'what' | 'unit'> & { readonly goal?: Goal; readonly note?: string };

/** A row that compares a subject with a floor measured in the same rounds. */
export function comparison(described: Described, floor: string, rounds: readonly Round[]): Row {
  const { goal, ...rest } = described;
  const compared = medianRatio(rounds);
  return {
    ...rest,
    subject: median(rounds.map((round) => round.subject)),
    floor: { name: floor, value: median(rounds.map((round) => round.floor)) },
    compared,
    ...(goal ? { goal, met: isMet(goal, compared) } : {}),
    rounds,
  };
}

/** A row of a value that stands for itself. */
export function value({ goal, ...rest }: Described, subject: number): Row {
  return { ...rest, subject, compared: subject, ...(goal ? { goal, met: isMet(goal, subject) } : {}) };
}
