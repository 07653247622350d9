import { type BusUserName, busUserNames } from '@styling/contracts';
import { permissionsOf } from './permissions.ts';

/** Everybody else is refused: there is no `no_auth_user`. */
const HEAD = `# Who may do what on the bus. Generated from libs/contracts (services.ts, bus-users.ts) by "npm run docs"; see docs/nats.md.
# Only options that nats-server knows from 2.9 to 2.12.
`;

/**
 * The `authorization` block of a nats-server's configuration, for `include` or `-c`.
 *
 * @param nkeyOf the public nkey of a user (`U…`), or `$NAME` of the variable that holds it
 */
export function authorizationConfig(nkeyOf: (user: BusUserName) => string): string {
  const users = busUserNames.map((name) => {
    // The configuration's syntax includes JSON.
    const permissions = JSON.stringify(permissionsOf(name), null, 2).replaceAll('\n', '\n      ');
    return `    # ${name}\n    {\n      nkey: ${nkeyOf(name)}\n      permissions: ${permissions}\n    }\n`;
  });
  return `${HEAD}authorization {\n  users = [\n${users.join('')}  ]\n}\n`;
}

/** Name of the variable that {@link authorizationConfig} is given in production. */
export const nkeyVariable = (user: BusUserName): string => `NATS_NKEY_${user.toUpperCase()}`;
