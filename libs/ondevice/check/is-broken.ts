import type { Change } from './measure-change.ts';
import type { Edges } from './measure-edges.ts';
import type { Left } from './measure-left.ts';

/** All that tells a broken picture. */
export type Measured = Change & Left & Edges;

/** Above these a picture looks broken at a glance. */
export const most = {
  protectedChanged: 0.02,
  skinPainted: 0.8,
  torn: 0.2,
  ragged: 2.7,
  printLeft: 0.05,
  mottled: 0.09,
  oldCloth: 0.23,
  uncovered: 0.2,
  guessed: 0.7,
  neckInvented: 0.4,
  hairCut: 0.48,
  waistInvented: 0.8,
} as const satisfies Record<Exclude<keyof Measured, 'changed'>, number>;

/** Whether a picture is broken. `plain`: all that was asked for is of one colour, so that what is fine on it is not its own. */
export const isBroken = (change: Measured, plain: boolean): boolean =>
  (Object.keys(most) as (keyof typeof most)[]).some(
    (measure) => change[measure] > most[measure] && (plain || (measure !== 'printLeft' && measure !== 'mottled')),
  );
