import fs from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';

/**
 * Migrates the tables of `schema` with the migrations in `folder`; creates the schema if missing. Idempotent, and safe to
 * run from several processes at once (Kysely takes an advisory lock).
 *
 * @returns names of the migrations that were run
 * @throws Error naming the failed migration, which was rolled back
 */
export async function migrate<DB>(db: Kysely<DB>, schema: string, folder: string): Promise<string[]> {
  await createSchema(db, schema);
  const migrator = new Migrator({
    db,
    migrationTableSchema: schema,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find((result) => result.status === 'Error');
  if (error) throw new Error(`migration ${failed?.migrationName ?? folder} failed`, { cause: error });
  return results.map((result) => result.migrationName);
}

async function createSchema<DB>(db: Kysely<DB>, schema: string): Promise<void> {
  // Concurrent "create schema if not exists" can fail on the catalogue's unique index, hence the lock.
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('styling create schema'))`.execute(trx);
    await trx.schema.createSchema(schema).ifNotExists().execute();
  });
}
