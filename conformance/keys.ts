import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The API keys that the rows need. */
export type Keys = {
  /** Of user A. */
  readonly first: string;
  /** Another one of user A. */
  readonly second: string;
  /** Of user B. */
  readonly other: string;
  /** Of user C, whose daily limit the run uses up. */
  readonly limit: string;
  readonly revoked: string;
};

const VARIABLES = {
  first: 'CONFORMANCE_KEY',
  second: 'CONFORMANCE_KEY_SECOND',
  other: 'CONFORMANCE_KEY_OTHER',
  limit: 'CONFORMANCE_KEY_LIMIT',
  revoked: 'CONFORMANCE_KEY_REVOKED',
} as const satisfies Record<keyof Keys, string>;

/**
 * The keys that the environment gives, or undefined where it gives none.
 *
 * @throws Error naming the variables that are missing, where it gives some
 */
export function givenKeys(environment: Readonly<Record<string, string | undefined>>): Keys | undefined {
  const given = Object.entries(VARIABLES).map(([name, variable]) => [name, environment[variable]] as const);
  const missing = given.filter(([, key]) => !key).map(([name]) => VARIABLES[name as keyof Keys]);
  if (missing.length === given.length) return undefined;
  if (missing.length > 0) throw new Error(`also needed: ${missing.join(', ')}`);
  return Object.fromEntries(given) as Keys;
}

/** Creates users with keys on the stack that runs on this machine, by its operator's command. */
export async function newKeys(): Promise<Keys> {
  const run = randomBytes(4).toString('hex');
  const create = (user: string) =>
    administer('create', '--user', `conformance-${run}-${user}`, '--name', 'conformance');
  const first = await create('a');
  const second = await create('a');
  const other = await create('b');
  const limit = await create('c');
  const revoked = await create('a');
  await administer('revoke', revoked.key_id);
  return { first: first.key, second: second.key, other: other.key, limit: limit.key, revoked: revoked.key };
}

async function administer(...args: string[]): Promise<{ key_id: string; key: string }> {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'keys', '--', ...args], { cwd });
  return JSON.parse(stdout) as { key_id: string; key: string };
}
