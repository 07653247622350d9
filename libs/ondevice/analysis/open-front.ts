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
  const cells = cellsOf(body, pixels, assigned, clusters.length);
  const front = findFront(
    cells,
    clusters.map(({ oklab }): Triple => oklab),
  );
  return front && coloursOf(image, body, mask, pixels, assigned, front);
}

function coloursOf(
  image: RgbImage,
  body: Subject['body'],
  mask: Plane,
  pixels: readonly number[],
  assigned: Uint8Array,
  front: Front,
): OpenFront | undefined {
  const [outside, inside] = [new Float32Array(mask.length), new Float32Array(mask.length)];
  pixels.forEach((i, j) => {
    const cell = cellAt(body, i);
    const opening = cell === undefined ? undefined : front.opening[Math.floor(cell / columns)];
    const within = cell === undefined || !opening ? undefined : (cell % columns) - opening.from;
    const width = opening ? opening.to - opening.from : 0;
    if (within === undefined || within < 0 || within > width) outside[i] = assigned[j] === front.inner ? 0 : 1;
    else if (within >= width * border && within <= width * (1 - border)) inside[i] = 1;
  });
  const [outer, inner] = [readColours(image, outside), readColours(image, inside)];
  return outer && inner && outer.main !== inner.main ? { outer, inner, collar: front.collar } : undefined;
}
