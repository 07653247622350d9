import type { Change } from './measure-change.ts';

/** Above these a picture looks broken at a glance. */
export const most = {
  protectedChanged: 0.02,
  skinPainted: 0.8,
  torn: 0.15,
  ragged: 2.6,
  printLeft: 0.05,
  mottled: 0.08,
} as const satisfies Record<keyof Change, number>;

/** Whether a picture is broken. `plain`: all that was asked for is of one colour, so that what is fine on it is not its own. */
export const isBroken = (change: Change, plain: boolean): boolean =>
  (Object.keys(most) as (keyof Change)[]).some(
    (measure) => change[measure] > most[measure] && (plain || (measure !== 'printLeft' && measure !== 'mottled')),
  );
