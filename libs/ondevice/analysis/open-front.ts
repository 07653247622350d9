import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import type { Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import type { Plane } from '../pixels/plane.ts';
import { cellAt, cellsOf, columns } from './cloth-cells.ts';
import { type Front, findFront } from './find-front.ts';
import { readColours, type SeenColours } from './garment-colours.ts';

/** The garment worn open, the one visible in its opening, and whether that is a collar only, as over a jumper. */
export type OpenFront = { outer: SeenColours; inner: SeenColours; collar: boolean };

/** Fewer pixels tell no layers. */
const leastPixels = 600;
/** The share of an opening's width at each side that may still belong to the garment above it. */
const border = 0.12;

/**
 * Detects a garment worn open over another one: the cloth of the trunk is sorted by colour (k-means in OKLab) and by torso
 * coordinates, see {@link findFront}. Undefined otherwise, including for a closed jacket and for layers of one colour.
 *
 * @param mask 1 on the cloth of the upper body
 */
export function readOpenFront(image: RgbImage, { body, parsed }: Subject, mask: Plane): OpenFront | undefined {
  const pixels: number[] = [];
  mask.forEach((value, i) => {
    if (value > 0.5) pixels.push(i);
  });
  if (pixels.length < leastPixels) return undefined;
  const { clusters, assigned } = clusterColours(parsed.oklab, pixels);
  if (clusters.length < 2) return undefined;
  const front = findFront(
    cellsOf(body, pixels, assigned, clusters.length),
    clusters.map(({ oklab }): Triple => oklab),
  );
  if (!front) return undefined;
  const regions = {
    outer: new Float32Array(mask.length),
    inner: new Float32Array(mask.length),
    mostly: new Float32Array(mask.length),
  };
  pixels.forEach((i, j) => {
    const group = assigned[j]!;
    const within = placeIn(front, cellAt(body, i));
    if (within === undefined) regions.outer[i] = front.inner.includes(group) ? 0 : 1;
    else if (within > border && within < 1 - border && !front.sides.includes(group)) {
      regions.inner[i] = 1;
      regions.mostly[i] = front.inner.includes(group) ? 1 : 0;
    }
  });
  const outer = readColours(image, regions.outer);
  const inner = colourBehindTie(image, regions.inner, regions.mostly);
  return outer && inner && outer.main !== inner.main ? { outer, inner, collar: front.collar } : undefined;
}

/** Where a cell lies across the opening, 0..1; undefined beside it. */
function placeIn({ opening }: Front, cell: number | undefined): number | undefined {
  if (cell === undefined) return undefined;
  const here = opening[Math.floor(cell / columns)];
  const column = cell % columns;
  return here && column >= here.from && column <= here.to
    ? (column + 0.5 - here.from) / (here.to + 1 - here.from)
    : undefined;
}

/** The colours of all that an opening shows, unless something narrow before it takes most of that. */
function colourBehindTie(image: RgbImage, all: Plane, own: Plane): SeenColours | undefined {
  const [seen, plain] = [readColours(image, all), readColours(image, own)];
  return plain && seen?.main !== plain.main ? plain : seen;
}
