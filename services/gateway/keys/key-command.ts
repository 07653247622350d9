import { limits } from '@styling/contracts';
import { parseLine, userOf } from '../command-line.ts';
import { endAllSessions } from '../portal/sessions.ts';
import { invite } from '../portal/sign-in.ts';
import { createKey, type KeyAdministration, revoke } from './key-administration.ts';
import { listKeys } from './key-store.ts';

const USAGE =
  'use: keys create --user <user> --name <name> [--manage] | keys list --user <user> | keys revoke <key_id> | ' +
  'keys invite --user <user> | keys sign-out --user <user>';

const OPTIONS = { user: { type: 'string' }, name: { type: 'string' }, manage: { type: 'boolean' } } as const;

/** Runs a command line of `npm run keys`, and returns what to print. @throws Error with the usage, if it is invalid */
export async function runKeyCommand(
  deps: KeyAdministration & { readonly portalUrl?: string | undefined },
  args: string[],
): Promise<object[]> {
  const { values, positionals } = parseLine(args, OPTIONS, USAGE);
  const [command, key_id, ...rest] = positionals;
  if (rest.length > 0 || (command === 'revoke') !== (key_id !== undefined)) throw new Error(USAGE);
  switch (command) {
    case 'create': {
      const name = values.name?.trim();
      if (!name || name.length > limits.keyNameLength)
        throw new Error(`--name needs 1 to ${limits.keyNameLength} characters; ${USAGE}`);
      return [await createKey(deps, userOf(values.user, USAGE), name, values.manage)];
    }
    case 'list':
      return listKeys(deps.db, userOf(values.user, USAGE));
    case 'invite': {
      const user_id = userOf(values.user, USAGE);
      if (deps.portalUrl === undefined)
        throw new Error('PORTAL_URL is not set: the address of the gateway as browsers see it');
      return [await invite(deps, user_id, deps.portalUrl)];
    }
    case 'sign-out': {
      const user_id = userOf(values.user, USAGE);
      return [{ user_id, sessions_ended: await endAllSessions(deps.db, user_id, deps.clock()) }];
    }
    case 'revoke': {
      const revoked = await revoke(deps, String(key_id));
      if (!revoked) throw new Error(`there is no key ${key_id}`);
      return [revoked];
    }
    default:
      throw new Error(USAGE);
  }
}
