import { type Kysely, sql } from 'kysely';

/** Drops all indexes of a schema but the unique ones, before a bulk load. @returns a function that creates them again */
export async function dropIndexes<DB>(db: Kysely<DB>, schema: string): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${schema}::regnamespace and not indisunique`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(schema, name)}`.execute(db);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  };
}
