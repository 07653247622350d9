import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * The variables that give the API keys: two of user A, one of B, one of C, whose day the run uses up, one of D, whose faulty
 * requests some models accept, and a revoked one.
 */
const VARIABLES = {
  first: 'CONFORMANCE_KEY',
  second: 'CONFORMANCE_KEY_SECOND',
  other: 'CONFORMANCE_KEY_OTHER',
  limit: 'CONFORMANCE_KEY_LIMIT',
  judged: 'CONFORMANCE_KEY_JUDGED',
  revoked: 'CONFORMANCE_KEY_REVOKED',
} as const;

/** The API keys that the rows need. */
export type Keys = Readonly<Record<keyof typeof VARIABLES, string>>;

/**
 * The keys that the environment gives, or undefined where it gives none.
 * @throws Error naming the variables that are missing, where it gives some
 */
export function givenKeys(environment: Readonly<Record<string, string | undefined>>): Keys | undefined {
  const variables = Object.values(VARIABLES);
  const missing = variables.filter((variable) => !environment[variable]);
  if (missing.length === variables.length) return undefined;
  if (missing.length > 0) throw new Error(`also needed: ${missing.join(', ')}`);
  return Object.fromEntries(Object.entries(VARIABLES).map(([name, variable]) => [name, environment[variable]])) as Keys;
}

/** Creates users with keys on the stack that runs on this machine, by its operator's command. */
export async function newKeys(): Promise<Keys> {
  const run = randomBytes(4).toString('hex');
  const create = (user: string) =>
    administer('create', '--user', `conformance-${run}-${user}`, '--name', 'conformance');
  const keyOf = async (user: string) => (await create(user)).key;
  const revoking = async () => {
    const { key, key_id } = await create('a');
    await administer('revoke', key_id);
    return key;
  };
  const [first, second, other, limit, judged, revoked] = await Promise.all([
    keyOf('a'),
    keyOf('a'),
    keyOf('b'),
    keyOf('c'),
    keyOf('d'),
    revoking(),
  ]);
  return { first, second, other, limit, judged, revoked };
}

async function administer(...args: string[]): Promise<{ key_id: string; key: string }> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'keys', '--', ...args], { cwd });
  return JSON.parse(stdout) as { key_id: string; key: string };
}
