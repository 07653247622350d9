import fs from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';

/**
 * Brings the tables of `schema` up to date with the migrations in `folder`, creating the schema where it is missing.
 * Safe to run from several processes at once (Kysely takes an advisory lock) and again (what is done is skipped).
 *
 * @returns names of the migrations that were run
 * @throws Error naming the migration that failed; it left nothing behind
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
  // "if not exists" still races with itself on the catalogue's unique index, hence the lock.
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('styling create schema'))`.execute(trx);
    await trx.schema.createSchema(schema).ifNotExists().execute();
  });
}
