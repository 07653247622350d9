import type pg from 'pg';

/** Longest statement to prepare, in characters: longer ones are row lists, whose text differs with the number of rows. */
const LONGEST = 4_000;

/**
 * Makes a connection prepare each parameterised statement once, because parsing and planning a small query takes Postgres
 * longer than executing it. Statements are identified by their text.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (config: unknown, ...rest: unknown[]) => unknown;
  const naming = (text: unknown, values?: unknown, ...callback: unknown[]) => {
    const nameable = typeof text === 'string' && text.length <= LONGEST && Array.isArray(values) && values.length > 0;
    return nameable ? query({ name: nameOf(text), text, values }, ...callback) : query(text, values, ...callback);
  };
  client.query = naming as typeof client.query;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}
