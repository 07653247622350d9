import { type Goal, isMet, median, medianRatio, type Round } from './statistics.ts';

/** What a row is about. */
export type Described = { readonly what: string; readonly unit: string; readonly goal?: Goal | undefined };

/** One line of the table. */
export type Row = Described & {
  /** Median over the rounds. */
  readonly subject: number;
  /** What it is compared with, if anything. */
  readonly floor?: { readonly name: string; readonly value: number };
  /** What the goal is about: the ratio to the floor, else the subject itself. */
  readonly compared: number;
  readonly met?: boolean | undefined;
  readonly rounds?: readonly Round[];
};

/** A row that compares a subject with a floor measured in the same rounds. */
export const comparison = (described: Described, floor: string, rounds: readonly Round[]): Row => ({
  ...value(described, medianRatio(rounds)),
  subject: median(rounds.map((round) => round.subject)),
  floor: { name: floor, value: median(rounds.map((round) => round.floor)) },
  rounds,
});

/** A row of a value that has no floor. */
export const value = (described: Described, subject: number): Row => ({
  ...described,
  subject,
  compared: subject,
  met: described.goal && isMet(described.goal, subject),
});
