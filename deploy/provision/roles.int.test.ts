import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemas } from '@styling/contracts';
import { connectDatabase, passwordVariable, roleOf, withAccount } from '@styling/database';
import { runProgram, startPostgres } from '@styling/local-servers';
import { readConfig } from '@styling/service';
import { type Logger, silentLogger } from '@styling/telemetry';
import { copyPreparedCluster } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provisionTables, tablesVariables } from './tables.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const passwords = (suffix: string) =>
  Object.fromEntries(schemas.map((schema) => [passwordVariable(schema), `${schema}-${suffix}`]));

let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const open: Kysely<unknown>[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-roles-'));
  await chmod(folder, 0o755);
  await copyPreparedCluster(folder);
  postgres = await startPostgres({ dataDir: join(folder, 'postgres'), parameters: { fsync: 'off' } });
});
afterAll(async () => {
  await Promise.all(open.map((db) => db.destroy()));
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Provisions the tables. @returns what it logs of each schema, and warnings */
async function provision(variables: Record<string, string>, url = postgres.url): Promise<unknown[]> {
  const lines: unknown[] = [];
  const keep = (...line: unknown[]) => void lines.push(...line);
  const log = { ...silentLogger(), info: keep, warn: keep } as Logger;
  await provisionTables(readConfig(tablesVariables, { DATABASE_URL: url, ...variables }), log);
  return lines;
}

/** Provisions the tables by the command. */
const runCommand = (variables: Record<string, string>) => {
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { NODE_COMPILE_CACHE, DATABASE_URL: postgres.url, ...variables };
  return runProgram(process.execPath, [MAIN, 'tables'], { cwd: folder, env });
};

function connect(url: string, schema: string): Kysely<unknown> {
  const db = connectDatabase<unknown>({ url, schema, log: silentLogger(), connections: 1 });
  open.push(db);
  return db;
}
const asRole = (schema: string, suffix = 'one') =>
  connect(withAccount(postgres.url, roleOf('styling', schema), `${schema}-${suffix}`), schema);
const admin = () => connect(postgres.url, 'public');

/** The tables of a schema, as its owner sees them. */
async function tablesOf(schema: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${schema} order by 1`.execute(admin());
  return rows.map(({ name }) => name);
}
const refused = expect.objectContaining({ code: '42501' });

describe('given tables that were provisioned with a password for each role', () => {
  beforeAll(async () => {
    await provision({});
    const { code, output, errors } = await runCommand(passwords('one'));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    for (const schema of schemas) expect(output).toContain(`"role":"styling_${schema}"`);
  });

  it.each(schemas)(
    'when %s works as its role, then it reads and writes its own tables, and those of a later migration',
    async (schema) => {
      const db = asRole(schema);
      const tables = await tablesOf(schema);
      expect(tables.length).toBeGreaterThan(1);
      await sql`create table ${sql.id(schema, 'later')} (id bigserial primary key, note text)`.execute(admin());
      for (const table of [...tables, 'later']) await sql`select from ${sql.id(schema, table)} limit 1`.execute(db);
      await sql`insert into later (note) values ('a')`.execute(db);
      await sql`update later set note = 'b'`.execute(db);
      expect((await sql`delete from later where note = 'b'`.execute(db)).numAffectedRows).toBe(1n);
      await sql`drop table ${sql.id(schema, 'later')}`.execute(admin());
    },
  );

  it.each(schemas)('when the role of %s reaches for anything else, then it is refused', async (schema) => {
    const db = asRole(schema);
    const others = schemas.filter((other) => other !== schema);
    expect(others).toHaveLength(schemas.length - 1);
    for (const other of others) {
      for (const table of await tablesOf(other)) {
        const name = sql.id(other, table);
        await expect(sql`select from ${name} limit 1`.execute(db)).rejects.toEqual(refused);
        await expect(sql`delete from ${name}`.execute(db)).rejects.toEqual(refused);
      }
    }
    const [table = ''] = await tablesOf(schema);
    const own = sql.id(schema, table);
    for (const statement of [
      sql`create table public.grab (id int)`,
      sql`create role grab`,
      sql`drop table ${own}`,
      sql`alter table ${own} add column grab int`,
      sql`set role styling`,
      sql`select rolpassword from pg_authid`,
    ]) {
      await expect(statement.execute(db)).rejects.toEqual(refused);
    }
  });

  it('when provisioning runs twice at once with new passwords, then these and only these are accepted', async () => {
    await Promise.all([1, 2].map(() => provision(passwords('two'))));
    await expect(sql`select 1`.execute(asRole('jobs'))).rejects.toMatchObject({ code: '28P01' });
    for (const schema of schemas) await sql`select 1`.execute(asRole(schema, 'two'));
  });

  it('when another database of the same server is provisioned, then its roles do not reach this one', async () => {
    await sql`create database staging`.execute(admin());
    const staging = postgres.url.replace(/\/styling$/, '/staging');
    await provision(passwords('staging'), staging);
    const account = [roleOf('staging', 'gateway'), 'gateway-staging'] as const;
    await sql`select from api_key`.execute(connect(withAccount(staging, ...account), 'gateway'));
    await expect(
      sql`select 1`.execute(connect(withAccount(postgres.url, ...account), 'gateway')),
    ).rejects.toMatchObject({ code: '42501', message: expect.stringContaining('permission denied for database') });
  });
});

describe('given an account that owns a database and may not create roles', () => {
  let url: string;
  beforeAll(async () => {
    await sql`create role plain login password 'plain'`.execute(admin());
    await sql`create database plain owner plain`.execute(admin());
    url = withAccount(postgres.url.replace(/\/styling$/, '/plain'), 'plain', 'plain');
  });

  it('when no passwords are given, then the tables are made, and it is said that services share the account', async () => {
    const lines = await provision({}, url);
    expect(lines.filter((line) => /shares the account of provisioning/.test(String(line)))).toHaveLength(
      schemas.length,
    );
  });

  it('when passwords are given, then it fails and says what to do', async () => {
    await expect(provision(passwords('x'), url)).rejects.toMatchObject({
      message:
        'this account may not create or change role plain_gateway: grant it CREATEROLE, ' +
        'or make the role yourself and leave DATABASE_PASSWORD_GATEWAY unset',
      cause: { message: 'permission denied to create role' },
    });
  });

  it('when somebody else made the roles, then they get their rights', async () => {
    for (const schema of schemas) {
      await sql`create role ${sql.id(roleOf('plain', schema))} login password 'made'`.execute(admin());
    }
    await provision({}, url);
    const db = connect(withAccount(url, 'plain_jobs', 'made'), 'jobs');
    await sql`select from checkpoint`.execute(db);
    await expect(sql`select from gateway.api_key`.execute(db)).rejects.toEqual(refused);
  });
});

it.each([
  ['owns the database', 'owner', sql`alter database owner owner to owner`],
  ['may only make schemas in it', 'guest', sql`grant create on database guest to guest`],
])('given an account that may create roles and %s, then the roles work', async (_, name, rights) => {
  await sql`create role ${sql.id(name)} login createrole password 'x'`.execute(admin());
  await sql`create database ${sql.id(name)}`.execute(admin());
  await rights.execute(admin());
  const url = withAccount(postgres.url.replace(/\/styling$/, `/${name}`), name, 'x');
  for (const suffix of ['one', 'two']) {
    await provision(passwords(suffix), url);
    const db = connect(withAccount(url, roleOf(name, 'jobs'), `jobs-${suffix}`), 'jobs');
    await sql`select from checkpoint`.execute(db);
    await expect(sql`select from gateway.api_key`.execute(db)).rejects.toEqual(refused);
  }
});
