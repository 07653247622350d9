import { parseArgs } from 'node:util';

/**
 * Reads `--seed 123 --minutes 2 --only 10,nats-down --at 23:57` (or a date, to which all clocks are shifted).
 * @returns `only`: ids of checks, or what stands before the hyphen of several; undefined for all
 * @throws Error of one line
 */
export function readArguments(args: readonly string[], freshSeed: number, now: Date) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args: [...args], options: { seed: text, minutes: text, only: text, at: text } });
  const seed = Number(values.seed ?? freshSeed);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff)
    throw new Error('--seed takes a whole number, 32 bits');
  // Checks and mix together stay under ten minutes.
  const minutes = Number(values.minutes ?? 1);
  if (!(minutes >= 0 && minutes <= 60)) throw new Error('--minutes takes a number from 0 to 60');
  const { at = now.toISOString() } = values;
  const clock = Date.parse(/^\d\d:\d\d/.test(at) ? `${now.toISOString().slice(0, 10)}T${at}Z` : at);
  if (Number.isNaN(clock)) throw new Error('--at takes a UTC time like 23:57 or a date like 2028-02-29T23:59:50Z');
  const only = values.only?.split(',').map((id) => id.trim());
  return { seed, minutes, only, clockShiftMs: clock - now.getTime() };
}

/** Whether the user wants the check with this id to run. */
export const wants = (only: readonly string[] | undefined, id: string): boolean =>
  !only || only.includes(id) || only.includes(id.split('-')[0] ?? id);
