import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * One statement that writes rows, as the parts of its `with`, by name, in order. All parts see the tables as they were before the
 * statement, and no two may change the same row.
 */
export type Statement = Readonly<Record<string, RawBuilder<unknown>>>;

/** The parts of a statement as SQL, behind `with`. */
export const partsOf = (statement: Statement): RawBuilder<unknown> =>
  sql.join(Object.entries(statement).map(([name, body]) => sql`${sql.id(name)} as (${body})`));

/** Executes a statement. Parts that change rows are executed whether or not another one refers to them. */
export async function execute<DB>(statement: Statement, db: Kysely<DB>): Promise<void> {
  if (Object.keys(statement).length > 0) await sql`with ${partsOf(statement)} select`.execute(db);
}
