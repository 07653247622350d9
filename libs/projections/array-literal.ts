/**
 * A column of a batch as Postgres writes an array, for a parameter that is cast to one: less than half of the time that pg
 * takes to make the same.
 */
export function arrayLiteral(values: readonly (string | number | boolean | null)[]): string {
  let elements = '';
  for (const value of values) elements += value === null ? ',NULL' : `,"${escaped(value)}"`;
  return `{${elements.slice(1)}}`;
}

const escaped = (value: string | number | boolean): string | number | boolean =>
  typeof value === 'string' && /["\\]/.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value;
