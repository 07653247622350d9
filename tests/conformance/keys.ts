import { randomBytes } from 'node:crypto';
import { KEYS_SCRIPT, runScript } from '@styling/local-servers/run-script';

/** C's day is used up; some models accept D's faulty requests. */
const VARIABLES = {
  first: 'CONFORMANCE_KEY',
  second: 'CONFORMANCE_KEY_SECOND',
  other: 'CONFORMANCE_KEY_OTHER',
  limit: 'CONFORMANCE_KEY_LIMIT',
  judged: 'CONFORMANCE_KEY_JUDGED',
  revoked: 'CONFORMANCE_KEY_REVOKED',
} as const;

export type Keys = Readonly<Record<keyof typeof VARIABLES, string>>;

/** The keys of the environment, undefined where it has none. @throws Error naming those missing, where it has some */
export function givenKeys(environment: Readonly<Record<string, string | undefined>>): Keys | undefined {
  const variables = Object.values(VARIABLES);
  const missing = variables.filter((variable) => !environment[variable]);
  if (missing.length === variables.length) return undefined;
  if (missing.length > 0) throw new Error(`also needed: ${missing.join(', ')}`);
  return Object.fromEntries(Object.entries(VARIABLES).map(([name, variable]) => [name, environment[variable]])) as Keys;
}

/** Creates users with keys on the stack that runs on this machine. */
export async function newKeys(): Promise<Keys> {
  const run = randomBytes(4).toString('hex');
  const users = { first: 'a', second: 'a', other: 'b', limit: 'c', judged: 'd', revoked: 'a' };
  const creating = Object.entries(users).map(async ([name, user]) => {
    const made = await administer('create', '--user', `conformance-${run}-${user}`, '--name', 'conformance');
    if (name === 'revoked') await administer('revoke', made.key_id);
    return [name, made.key];
  });
  return Object.fromEntries(await Promise.all(creating));
}

async function administer(...args: string[]): Promise<{ key_id: string; key: string }> {
  return JSON.parse(await runScript('deploy/local/beside.ts', [KEYS_SCRIPT, ...args], { env: process.env }));
}
