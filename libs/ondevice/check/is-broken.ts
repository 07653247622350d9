import type { Change } from './measure-change.ts';

/** Above these a picture looks broken at a glance. */
export const most = {
  protectedChanged: 0.02,
  skinPainted: 0.6,
  torn: 0.12,
  ragged: 2.6,
  printLeft: 0.035,
  mottled: 0.06,
} as const satisfies Record<keyof Change, number>;

/** Whether a picture is broken. `plain`: all that was asked for is of one colour, so that what is fine on it is not its own. */
export const isBroken = (change: Change, plain: boolean): boolean =>
  (Object.keys(most) as (keyof Change)[]).some(
    (measure) => change[measure] > most[measure] && (plain || (measure !== 'printLeft' && measure !== 'mottled')),
  );
