import type { Change } from './measure-change.ts';
import type { Left } from './measure-left.ts';

/** Above these a picture looks broken at a glance. */
export const most = {
  protectedChanged: 0.02,
  skinPainted: 0.8,
  torn: 0.15,
  ragged: 2.6,
  printLeft: 0.05,
  mottled: 0.08,
  oldCloth: 0.12,
  uncovered: 0.2,
} as const satisfies Record<keyof (Change & Left), number>;

/** Whether a picture is broken. `plain`: all that was asked for is of one colour, so that what is fine on it is not its own. */
export const isBroken = (change: Change & Left, plain: boolean): boolean =>
  (Object.keys(most) as (keyof typeof most)[]).some(
    (measure) => change[measure] > most[measure] && (plain || (measure !== 'printLeft' && measure !== 'mottled')),
  );
