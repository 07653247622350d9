import type { OklabPlanes } from '../pixels/colour.ts';
import type { Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { label } from './labels.ts';

/** Where a top ends, in v, and whether it is known by its print. */
export type HemOfTop = { v: number; printed: boolean };

/**
 * Chroma (OKLab) from which a colour is one and below which it is none, and the share of each that cloth has at least if it is printed, or an
 * open shirt over a plain one: a muted colour lies between them.
 */
const coloured = 0.06;
const colourless = 0.03;
const mixed = 0.2;
/** Of what is seen farther down, in v, a skirt would be known by its length. */
const thighs = 1.6;
/** Share of the cloth's own share of colour that rows above its hem have, and over which v rows are counted together. */
const leastColoured = 0.35;
const step = 0.04;
/** Above it no hem is looked for: a waist. */
const waist = 0.8;
/** Plain cloth that ends above it, in v, ends above the thighs. */
const hips = 1.3;
/** Which share of rows plain cloth has at most below its hem, and how many of them have to be seen. */
const littleCloth = 0.15;
const below = 3;

/** Pixels of a row of cloth with a colour, without one, of all cloth, and of all that is worn or skin. */
type Row = { coloured: number; colourless: number; cloth: number; all: number };

/**
 * Where a top ends that has the colours of what is below its waist: below the last rows of a print, or of an open shirt over a plain one; or
 * where cloth ends above the thighs, below which something else is seen. Undefined where the legs are seen, which may wear a dress, and of
 * plain cloth that goes on, as trousers often have the colour of a plain top but hardly ever its print.
 */
export function hemOfTop(
  labels: Uint8Array,
  { a, b }: Pick<OklabPlanes, 'a' | 'b'>,
  frame: BodyFrame,
  { width, height }: Size,
): HemOfTop | undefined {
  if (downTorso(frame, frame.neck[0], height - 1) > thighs) return undefined;
  const nothing = (): Row => ({ coloured: 0, colourless: 0, cloth: 0, all: 0 });
  const above = nothing();
  const rows = Array.from({ length: Math.ceil((thighs - waist) / step) }, nothing);
  for (let i = 0; i < labels.length; i++) {
    const isCloth = labels[i] === label.top || labels[i] === label.bottom;
    if (!isCloth && labels[i] !== label.skin) continue;
    const x = i % width;
    const v = downTorso(frame, x, (i - x) / width);
    // Farther down cloth of the colour of skin may be labelled as that.
    const part = v > waist ? rows[Math.floor((v - waist) / step)] : isCloth ? above : undefined;
    if (!part) continue;
    part.all++;
    if (!isCloth) continue;
    part.cloth++;
    const chroma = norm(a[i]!, b[i]!);
    if (chroma > coloured) part.coloured++;
    else if (chroma < colourless) part.colourless++;
  }
  return Math.min(above.coloured, above.colourless) > mixed * above.all ? hemOfPrint(above, rows) : hemOfPlain(rows);
}

function hemOfPrint(above: Row, rows: readonly Row[]): HemOfTop {
  const usual = above.coloured / above.all;
  const last = rows.findLastIndex((row) => row.coloured > leastColoured * usual * row.all);
  return { v: waist + (last + 1) * step, printed: true };
}

function hemOfPlain(rows: readonly Row[]): HemOfTop | undefined {
  const last = rows.findLastIndex(({ cloth, all }) => cloth > littleCloth * all);
  const v = waist + (last + 1) * step;
  const unseen = rows.slice(last + 1, last + 1 + below).some(({ all }) => all === 0);
  return last < 0 || v > hips || unseen ? undefined : { v, printed: false };
}
