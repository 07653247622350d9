import { type Kysely, sql } from 'kysely';

/** Role of the service that owns `schema`; it contains the database, as roles belong to the whole server. */
export const roleOf = (database: string, schema: string): string => `${database}_${schema}`;

/** Provisioning variable with that role's password. */
export const passwordVariable = (schema: string) => `DATABASE_PASSWORD_${schema.toUpperCase()}` as const;

/** `url` with another account. */
export function withAccount(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  // Parameters also work in an address without a host (a Unix socket).
  address.searchParams.set('user', user);
  address.searchParams.set('password', password);
  return address.href;
}

/** The current database, and whether the account may create roles. */
export async function accountOf<DB>(db: Kysely<DB>): Promise<{ database: string; createsRoles: boolean }> {
  const { rows } = await sql<{ database: string; createsRoles: boolean }>`
    select current_database() as database, rolcreaterole or rolsuper as "createsRoles"
    from pg_roles where rolname = current_user`.execute(db);
  return rows[0] ?? { database: '', createsRoles: false };
}

/**
 * Lets the role of `schema` only read and write rows there, and PUBLIC nothing. With a password, creates the role or
 * sets its password. Idempotent, safe to run concurrently. @returns its name, undefined if there is no role
 * @throws Error if the account may not create or change roles
 */
export async function provisionRole<DB>(
  db: Kysely<DB>,
  schema: string,
  password: string | undefined,
): Promise<string | undefined> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('styling roles'))`.execute(trx);
    const { database, name, isThere } = await findRole(trx, schema);
    if (password === undefined && !isThere) return undefined;
    const [role, owned] = [sql.id(name), sql.id(schema)];
    if (password !== undefined) {
      const verb = sql.raw(isThere ? 'alter' : 'create');
      await sql`${verb} role ${role} login password ${sql.lit(password)}`.execute(trx).catch((cause) => {
        const how = `grant it CREATEROLE, or make the role yourself and leave ${passwordVariable(schema)} unset`;
        throw new Error(`this account may not create or change role ${name}: ${how}`, { cause });
      });
    }
    await sql`revoke all on database ${sql.id(database)} from public`.execute(trx);
    await sql`revoke all on schema ${owned} from public`.execute(trx);
    // Before Postgres 15 everybody could create tables there.
    const { rows } = await sql`select from pg_namespace where nspname = 'public'`.execute(trx);
    if (rows.length > 0) await sql`revoke create on schema public from public`.execute(trx);
    await sql`grant connect on database ${sql.id(database)} to ${role}`.execute(trx);
    await sql`grant usage on schema ${owned} to ${role}`.execute(trx);
    const later = sql`alter default privileges in schema ${owned} grant`;
    await sql`${later} select, insert, update, delete on tables to ${role}`.execute(trx);
    await sql`${later} usage on sequences to ${role}`.execute(trx);
    await grantTables(trx, schema);
    return name;
  });
}

/** Lets the role of `schema`, if it exists, use the tables there now, e.g. after a table has moved in. */
export async function grantTables<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  const { name, isThere } = await findRole(db, schema);
  if (!isThere) return;
  const [owned, role] = [sql.id(schema), sql.id(name)];
  await sql`grant select, insert, update, delete on all tables in schema ${owned} to ${role}`.execute(db);
  await sql`grant usage on all sequences in schema ${owned} to ${role}`.execute(db);
}

async function findRole<DB>(db: Kysely<DB>, schema: string) {
  const { database } = await accountOf(db);
  const name = roleOf(database, schema);
  const { rows } = await sql`select from pg_roles where rolname = ${name}`.execute(db);
  return { database, name, isThere: rows.length > 0 };
}
