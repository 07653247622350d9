import type { AccountRow } from './account.ts';

/** How many violations of a row are shown. */
const SHOWN = 5;

/** The account as lines of text: name, count, violations. */
export function accountTable(title: string, rows: readonly AccountRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const lines = rows.flatMap(({ name, count, wrong }) => [
    `  ${name.padEnd(width)}  ${String(count).padStart(6)}  ${wrong.length === 0 ? 'ok' : 'WRONG'}`,
    ...wrong.slice(0, SHOWN).map((text) => `      ${text}`),
    ...(wrong.length > SHOWN ? [`      and ${wrong.length - SHOWN} more`] : []),
  ]);
  return [title, ...lines].join('\n');
}
