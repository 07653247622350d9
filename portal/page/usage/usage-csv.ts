import type { UsageRow } from './usage-model.ts';

const COLUMNS = ['day', 'key_id', 'key', 'endpoint', 'outcome', 'requests'] as const;

/**
 * Rows as a CSV file (RFC 4180), with a heading.
 *
 * @param nameOf what a key is called
 */
export function usageCsv(rows: readonly UsageRow[], nameOf: (key_id: string) => string): string {
  const lines = rows.map((row) => ({ ...row, key: nameOf(row.key_id) }));
  return [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  // A spreadsheet would run these as a formula.
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
