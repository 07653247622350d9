import { parseArgs } from 'node:util';
import { limits, userId } from '@styling/contracts';
import { endAllSessions } from '../portal/sessions.ts';
import { invite } from '../portal/sign-in.ts';
import { createKey, type KeyAdministration, revoke } from './key-administration.ts';
import { listKeys } from './key-store.ts';

const USAGE =
  'use: keys create --user <user> --name <name> [--manage] | keys list --user <user> | keys revoke <key_id> | ' +
  'keys invite --user <user> | keys sign-out --user <user>';

/** What the command needs. */
export type KeyCommandDependencies = KeyAdministration & {
  /** The address of the gateway as browsers see it, for links. */
  readonly portalUrl?: string | undefined;
};

/**
 * Runs one command line of `npm run keys`.
 *
 * @returns the objects to print: the new key with its secret (shown this once), the user's keys, the revoked key, a link with which
 *   its holder signs in to the portal as the user, or how many sessions were ended
 * @throws Error with the correct usage, when the command line is invalid
 */
export async function runKeyCommand(deps: KeyCommandDependencies, args: string[]): Promise<object[]> {
  const { values, positionals } = parse(args);
  const [command, key_id, ...rest] = positionals;
  if (rest.length > 0) throw new Error(USAGE);
  if (command === 'create' && key_id === undefined) {
    const name = values.name?.trim();
    if (!name || name.length > limits.keyNameLength)
      throw new Error(`--name needs 1 to ${limits.keyNameLength} characters; ${USAGE}`);
    return [await createKey(deps, userOf(values.user), name, values.manage)];
  }
  if (command === 'list' && key_id === undefined) return listKeys(deps.db, userOf(values.user));
  if (command === 'invite' && key_id === undefined) {
    const user_id = userOf(values.user);
    if (deps.portalUrl === undefined)
      throw new Error('PORTAL_URL is not set: the address of the gateway as browsers see it');
    return [await invite(deps, user_id, deps.portalUrl)];
  }
  if (command === 'sign-out' && key_id === undefined) {
    const user_id = userOf(values.user);
    return [{ user_id, sessions_ended: await endAllSessions(deps.db, user_id, deps.clock()) }];
  }
  if (command === 'revoke' && key_id !== undefined) {
    const revoked = await revoke(deps, key_id);
    if (!revoked) throw new Error(`there is no key ${key_id}`);
    return [revoked];
  }
  throw new Error(USAGE);
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { user: { type: 'string' }, name: { type: 'string' }, manage: { type: 'boolean' } },
    });
  } catch (error) {
    throw new Error(`${(error as Error).message}; ${USAGE}`);
  }
}

function userOf(value: string | undefined): string {
  const parsed = userId.safeParse(value);
  if (!parsed.success) throw new Error(`--user needs 1 to 64 of A-Z a-z 0-9 _ -; ${USAGE}`);
  return parsed.data;
}
