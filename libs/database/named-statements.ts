import type pg from 'pg';

/** Longer texts are lists of rows, which differ with their number: to keep each would cost more than it saves. */
const LONGEST = 1_000;

/**
 * Lets a connection prepare each statement with parameters once and then only run it: to parse and plan a small query
 * takes Postgres longer than to answer it. Statements are told by their text.
 */
export function nameStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (config: unknown, values?: unknown) => unknown;
  const naming = (text: unknown, values?: unknown) => {
    const nameable = typeof text === 'string' && text.length <= LONGEST && Array.isArray(values) && values.length > 0;
    return nameable ? query({ name: nameOf(text), text, values }) : query(text, values);
  };
  client.query = naming as typeof client.query;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}
