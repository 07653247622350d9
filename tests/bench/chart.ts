import type { Row } from './row.ts';
import { figure, goalText } from './table.ts';

/** The text below the chart's title. */
export type Caption = { readonly machine: string; readonly at: string; readonly load: string };

const WIDTH = 960;
const LABELS = 430;
const PLOT = 300;
const LINE = 26;
const TOP = 84;
const INK = '#1f2933';
const FAINT = '#7b8794';
const MET = '#2a7f62';
const MISSED = '#c2571a';
/** Beyond ten times better or worse a bar is cut off. */
const DECADES = 1;

/**
 * How a row compares with its goal: 1 is just met, 2 twice as good, 0.5 half as good.
 * @throws RangeError when the row has no goal
 */
export function marginOf({ goal, compared }: Row): number {
  if (!goal) throw new RangeError('a row without a goal');
  return goal.at === 'most' ? goal.bound / compared : compared / goal.bound;
}

/** The rows that have goals, as one SVG picture: a bar to the right of the line is a goal met, and by how much. */
export function chart(rows: readonly Row[], { machine, at, load }: Caption): string {
  const drawn = rows.filter(({ goal }) => goal !== undefined);
  const height = TOP + drawn.length * LINE + 46;
  const middle = LABELS + PLOT / 2;
  const bottom = TOP + drawn.length * LINE;
  const grid = [0.1, 0.2, 0.5, 1, 2, 5, 10].map((margin) => {
    const x = xOf(margin);
    const label = margin === 1 ? 'goal' : `${margin}x`;
    return `<line x1="${x}" y1="${TOP - 6}" x2="${x}" y2="${bottom}" stroke="${margin === 1 ? INK : '#d9dee4'}"/>
<text x="${x}" y="${bottom + 16}" fill="${FAINT}" font-size="11" text-anchor="middle">${label}</text>`;
  });
  const bars = drawn.map((row, index) => {
    const margin = marginOf(row);
    const y = TOP + index * LINE;
    const x = xOf(margin);
    const measured = row.floor ? `${figure(row.compared)}x` : `${figure(row.compared)} ${row.unit}`;
    return `<text x="${LABELS - 12}" y="${y + 14}" fill="${INK}" font-size="12" text-anchor="end">${escaped(row.what)}</text>
<rect x="${Math.min(x, middle)}" y="${y + 3}" width="${Math.max(1.5, Math.abs(x - middle))}" height="14" rx="2" fill="${
      row.met ? MET : MISSED
    }"/>
<text x="${LABELS + PLOT + 12}" y="${y + 14}" fill="${INK}" font-size="12">${escaped(measured)} <tspan fill="${FAINT}">(${escaped(
      goalText(row),
    )})</tspan></text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Helvetica, Arial, sans-serif">
<title>Each row of the benchmark as a multiple of its goal</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
<text x="24" y="32" fill="${INK}" font-size="18" font-weight="bold">What was measured, as a multiple of its goal</text>
<text x="24" y="54" fill="${FAINT}" font-size="12">${escaped(`${machine}; ${at}; ${load}. Right of the line: met. x: of the floor in the same run.`)}</text>
${grid.join('\n')}
${bars.join('\n')}
</svg>
`;
}

function xOf(margin: number): number {
  const decades = Math.log10(Math.max(margin, Number.MIN_VALUE));
  const within = Math.max(-DECADES, Math.min(DECADES, decades));
  return Math.round(LABELS + PLOT / 2 + (within / DECADES) * (PLOT / 2));
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
