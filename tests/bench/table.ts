import type { Row } from './row.ts';

/** Three significant digits, no exponent: 0.874, 12.3, 1450, 61200. */
export function figure(number: number): string {
  if (!Number.isFinite(number)) return String(number);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number) || 1)));
  const scale = 10 ** (3 - Math.ceil(Math.log10(Math.abs(number) || 1)));
  return (digits > 0 ? number : Math.round(number * scale) / scale).toFixed(Math.min(digits, 3));
}

/** A row's goal as text, e.g. `≥ 0.7x`, `≤ 25 ms`. */
export const goalText = ({ goal, floor, unit }: Row): string =>
  goal ? `${goal.at === 'most' ? '≤' : '≥'} ${goal.bound}${floor ? 'x' : ` ${unit}`}`.trim() : '';

const verdict = ({ met }: Row): string => (met === undefined ? '' : met ? 'met' : 'NOT MET');

const HEADINGS = ['what', 'measured', 'floor', 'ratio', 'goal', ''];

const cellsOf = (row: Row): string[] => [
  row.what,
  `${figure(row.subject)} ${row.unit}`.trim(),
  row.floor ? `${figure(row.floor.value)} ${row.unit} (${row.floor.name})` : '',
  row.floor ? `${figure(row.compared)}x` : '',
  goalText(row),
  verdict(row),
];

/** The rows as a table in Markdown. */
export function markdownTable(rows: readonly Row[]): string {
  const lines = [HEADINGS, HEADINGS.map(() => '-'), ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

/** The rows as aligned text. */
export function table(rows: readonly Row[]): string {
  const all = [HEADINGS, ...rows.map(cellsOf)];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
