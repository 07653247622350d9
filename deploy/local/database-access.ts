import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { schemas } from '@styling/contracts';
import { accountOf, connectDatabase, passwordVariable, roleOf, withAccount } from '@styling/database';
import { keptPassword } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';

/** How services reach the database. */
export type DatabaseAccess = {
  /** Address for the service that owns a schema, by schema. */
  readonly urls: Readonly<Record<string, string>>;
  /** Variables with which provisioning makes the roles of these addresses. */
  readonly passwords: Readonly<Record<string, string>>;
};

/**
 * A role for each schema, with a password that is kept in `<folder>/<schema>` (readable by us only); if the account of
 * `url` may not create roles, all services share it.
 *
 * @param show called with one line if they do
 * @throws Error when the database cannot be reached
 */
export async function databaseAccess(
  url: string,
  folder: string,
  show: (line: string) => void,
): Promise<DatabaseAccess> {
  const db = connectDatabase({ url, schema: 'public', log: silentLogger(), connections: 1 });
  const account = await accountOf(db)
    .catch((cause) => {
      throw new Error(`Postgres: ${cause.message}`, { cause });
    })
    .finally(() => db.destroy());
  if (!account.createsRoles) {
    show('Postgres: the account of DATABASE_URL may not create roles, so all services share it');
    return { urls: Object.fromEntries(schemas.map((schema) => [schema, url])), passwords: {} };
  }
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const urls: Record<string, string> = {};
  const passwords: Record<string, string> = {};
  for (const schema of schemas) {
    const password = await keptPassword(join(folder, schema));
    passwords[passwordVariable(schema)] = password;
    urls[schema] = withAccount(url, roleOf(account.database, schema), password);
  }
  return { urls, passwords };
}
