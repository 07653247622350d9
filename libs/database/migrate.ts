import fs from 'node:fs/promises';
import path from 'node:path';
import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';

/** Kysely's own lock, which older versions of this system take. */
const MIGRATIONS_LOCK = 3_853_314_791_062_309_107n;

/** Holds the migration lock until its transaction ends: a session lock would outlive it behind a pooler. */
export class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new TransactionLocks();
  }
}

class TransactionLocks extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATIONS_LOCK)})`.execute(db);
  }
  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Migrates `schema`, created if missing, with the migrations in `folder`. Idempotent, safe to run concurrently.
 * @returns names of the migrations run. @throws Error naming the failed one; all of them were rolled back
 */
export function migrate<DB>(db: Kysely<DB>, schema: string, folder: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    // Concurrent "create schema if not exists" can fail on the catalogue's unique index.
    await sql`select pg_advisory_xact_lock(hashtext('styling create schema'))`.execute(trx);
    await trx.schema.createSchema(schema).ifNotExists().execute();
    const migrator = new Migrator({
      db: trx,
      migrationTableSchema: schema,
      provider: new FileMigrationProvider({ fs, path, migrationFolder: folder }),
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    const failed = results.find((result) => result.status === 'Error');
    if (error) throw new Error(`migration ${failed?.migrationName ?? folder} failed`, { cause: error });
    return results.map((result) => result.migrationName);
  });
}
