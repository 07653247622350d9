import { parseArgs } from 'node:util';
import { limits, userId } from '@styling/contracts';
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
  const { values, positionals } = parse(args);
  const [command, ...rest] = positionals;
  const user = userId.safeParse(values.user);
  if (rest.length > 0 || (command !== 'set' && command !== 'show')) throw new Error(USAGE);
  if (!user.success) throw new Error(`--user needs 1 to 64 of A-Z a-z 0-9 _ -; ${USAGE}`);
  const change: LimitChange = {
    ...(values.daily !== undefined && { daily: limitOf('daily', values.daily, 0, limits.userDaily) }),
    ...(values.concurrency !== undefined && {
      concurrency: limitOf('concurrency', values.concurrency, 1, limits.userConcurrency),
    }),
  };
  const isChange = Object.keys(change).length > 0;
  if (isChange !== (command === 'set')) throw new Error(USAGE);
  return isChange ? changeLimits(deps, user.data, change) : readLimits(deps.db, user.data);
}

function limitOf(name: string, value: string, least: number, most: number): number | null {
  if (value === 'default') return null;
  const limit = Number(value);
  if (!/^\d+$/.test(value) || limit < least || limit > most) {
    throw new Error(`--${name} needs a whole number from ${least} to ${most}, or "default"; ${USAGE}`);
  }
  return limit;
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args, allowPositionals: true, options: { user: text, daily: text, concurrency: text } });
  } catch (error) {
    throw new Error(`${(error as Error).message}; ${USAGE}`);
  }
}
