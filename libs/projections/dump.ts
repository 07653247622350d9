import { type Kysely, sql } from 'kysely';

/** All rows of `tables` as text, one a line, sorted by bytes: two dumps are equal when the tables are. For tests. */
export async function dump<DB>(db: Kysely<DB>, tables: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`
      select t::text as line from ${sql.table(table)} t order by t::text collate "C"`.execute(db);
    parts.push(`# ${table}`, ...rows.map(({ line }) => line));
  }
  return parts.join('\n');
}
