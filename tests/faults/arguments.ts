import { parseArgs } from 'node:util';

/** How a run is to go. */
export type RunArguments = {
  readonly seed: number;
  /** How long the random mix lasts, in minutes. */
  readonly minutes: number;
  /** Ids of the checks to run, e.g. `10` or `nats-down`; undefined for all of them. */
  readonly only?: ReadonlySet<string>;
  /** By how much the wall clock of every process is shifted, in ms. */
  readonly clockShiftMs: number;
};

/** Default duration of the random mix, in minutes: checks and mix together stay under ten. */
const DEFAULT_MINUTES = 1;

/**
 * Reads `--seed 123 --minutes 2 --only 10,nats-down --at 23:57`, or a date too: `--at 2028-02-29T23:59:50Z`.
 * @param freshSeed used when none is given
 * @param now time of the real clock
 * @throws Error of one line that names the invalid option
 */
export function readArguments(args: readonly string[], freshSeed: number, now: Date): RunArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string' },
      only: { type: 'string' },
      at: { type: 'string' },
    },
  });
  const seed = values.seed === undefined ? freshSeed : Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    throw new Error('--seed takes a whole number, 32 bits');
  const minutes = values.minutes === undefined ? DEFAULT_MINUTES : Number(values.minutes);
  if (!(minutes >= 0 && minutes <= 60)) throw new Error('--minutes takes a number from 0 to 60');
  const only = values.only?.split(',').map((id) => id.trim());
  const at = values.at === undefined ? now.getTime() : momentOf(values.at, now);
  if (Number.isNaN(at)) throw new Error('--at takes a UTC time like 23:57 or a date like 2028-02-29T23:59:50Z');
  return { seed, minutes, clockShiftMs: at - now.getTime(), ...(only ? { only: new Set(only) } : {}) };
}

/** A time of the day of `now`, UTC, or an ISO date; NaN when it is neither. */
const momentOf = (at: string, now: Date): number =>
  Date.parse(/^\d\d:\d\d/.test(at) ? `${now.toISOString().slice(0, 10)}T${at}Z` : at);
