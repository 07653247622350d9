import { limits } from '@styling/contracts';
import { parseLine, userOf } from '../command-line.ts';
import {
  changeLimits,
  type LimitAdministration,
  type LimitChange,
  readLimits,
  type UserLimits,
} from './user-limits.ts';

const USAGE =
  'use: limits set --user <user> [--daily <n>|default] [--concurrency <n>|default] | limits show --user <user>';

/** Runs a command line of `npm run limits`. @throws Error with the usage, if it is invalid */
export async function runLimitCommand(deps: LimitAdministration, args: string[]): Promise<UserLimits> {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseLine(args, { user: text, daily: text, concurrency: text }, USAGE);
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== 'set' && command !== 'show')) throw new Error(USAGE);
  const user_id = userOf(values.user, USAGE);
  const change: LimitChange = {
    ...(values.daily !== undefined && { daily: limitOf('daily', values.daily, 0, limits.userDaily) }),
    ...(values.concurrency !== undefined && {
      concurrency: limitOf('concurrency', values.concurrency, 1, limits.userConcurrency),
    }),
  };
  const isChange = Object.keys(change).length > 0;
  if (isChange !== (command === 'set')) throw new Error(USAGE);
  return isChange ? changeLimits(deps, user_id, change) : readLimits(deps.db, user_id);
}

function limitOf(name: string, value: string, least: number, most: number): number | null {
  if (value === 'default') return null;
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < least || limit > most) {
    throw new Error(`--${name} needs a whole number from ${least} to ${most}, or "default"; ${USAGE}`);
  }
  return limit;
}
