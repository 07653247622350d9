import { type Kysely, sql } from 'kysely';

/** All rows of `tables` as sorted lines of text, to compare tables in tests. */
export async function dump<DB>(db: Kysely<DB>, tables: readonly string[]): Promise<string> {
  const parts: string[] = [];
  for (const table of tables) {
    const { rows } = await sql<{ line: string }>`
      select t::text as line from ${sql.table(table)} t order by t::text collate "C"`.execute(db);
    parts.push(`# ${table}`, ...rows.map(({ line }) => line));
  }
  return parts.join('\n');
}
