import type { OklabPlanes } from '../pixels/colour.ts';
import type { Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { label } from './labels.ts';

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

/**
 * Where a printed top, or an open shirt over a plain one, ends, in v: below the last rows that have its colours as above the waist. Undefined of
 * plain cloth, as trousers often have the colour of a plain top but hardly ever its print, and where the legs are seen, which may wear a dress.
 */
export function hemOfPrint(
  labels: Uint8Array,
  { a, b }: Pick<OklabPlanes, 'a' | 'b'>,
  frame: BodyFrame,
  { width, height }: Size,
): number | undefined {
  if (downTorso(frame, frame.neck[0], height - 1) > thighs) return undefined;
  const nothing = () => ({ coloured: 0, colourless: 0, all: 0 });
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
    const chroma = norm(a[i]!, b[i]!);
    if (chroma > coloured) part.coloured++;
    else if (chroma < colourless) part.colourless++;
  }
  if (Math.min(above.coloured, above.colourless) <= mixed * above.all) return undefined;
  const usual = above.coloured / above.all;
  const last = rows.findLastIndex((row) => row.coloured > leastColoured * usual * row.all);
  return waist + (last + 1) * step;
}
