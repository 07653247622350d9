import { type ParseArgsConfig, parseArgs } from 'node:util';
import { userId } from '@styling/contracts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Parses an operator's command line. @throws Error with `usage`, if it is invalid */
export function parseLine<const Given extends Options>(args: string[], options: Given, usage: string) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new Error(`${(error as Error).message}; ${usage}`);
  }
}

/** The user of `--user`. @throws Error with `usage`, if it is none */
export function userOf(value: string | undefined, usage: string): string {
  const { data } = userId.safeParse(value);
  if (data === undefined) throw new Error(`--user needs 1 to 64 of A-Z a-z 0-9 _ -; ${usage}`);
  return data;
}
