import { boxBlur } from '../pixels/box-blur.ts';
import type { OklabPlanes } from '../pixels/colour.ts';
import { connectedComponents } from '../pixels/components.ts';
import { convexHull } from '../pixels/convex-hull.ts';
import { insideDistance } from '../pixels/inside-distance.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';
import { type BodyFrame, torsoCoordinates } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** `outline`: 1 inside the things' convex outlines; `mask`: 0..1 there, but not on the garment's own colour. */
export type HeldThings = { outline: Plane; mask: Plane };

/** A smaller part of the picture is a print or a pocket, not a thing. */
const leastShare = 0.025;
/** Distance in OKLab within which a colour is the garment's own. */
const ownColour = 0.13;

/**
 * Finds what is held before the clothes (a bag, a helmet): large areas taken for the top whose colours the middle of the
 * chest does not have and that lie beside or below it. Their highlights and trims are what else lies in their outline.
 *
 * @param bins colour bin of every pixel
 */
export function heldThings(
  frame: BodyFrame,
  labels: Uint8Array,
  oklab: OklabPlanes,
  bins: Uint16Array,
  size: Size,
): HeldThings {
  const chest = new Float32Array(colourBins);
  const chestPixels: number[] = [];
  const aside = new Uint8Array(labels.length);
  labels.forEach((which, i) => {
    if (which !== label.top) return;
    const { u, v } = torsoCoordinates(frame, i % size.width, Math.floor(i / size.width));
    if (v > 0.35 || Math.abs(u) > 0.6) aside[i] = 1;
    if (v < 0.2 || v > 0.6 || Math.abs(u) > 0.4) return;
    chest[bins[i]!]! += 1;
    chestPixels.push(i);
  });
  smoothHistogram(chest);
  const rare = 0.6 / colourBins;
  const areas = connectedComponents((i) => aside[i] === 1 && chest[bins[i]!]! < rare, size);
  const outline = new Float32Array(labels.length);
  let outlined = false;
  areas.sizes.forEach((pixels, area) => {
    if (pixels < leastShare * labels.length) return;
    outlined = true;
    const points: Point[] = [];
    areas.labels.forEach((which, i) => {
      if (which === area) points.push([i % size.width, Math.floor(i / size.width)]);
    });
    fillPolygon(convexHull(points), size, outline);
  });
  if (!outlined) return { outline, mask: outline };
  const middle = [oklab.lightness, oklab.a, oklab.b].map((plane) => median(chestPixels.map((i) => plane[i]!)));
  // A little beyond the outline too: rims and trims may have the colours of the chest's own trims.
  const reach = Math.max(size.width, size.height) * 0.065;
  const outside = insideDistance(
    outline.map((inside) => 1 - inside),
    size,
  );
  const foreign = outside.map((distance, i) => {
    if (labels[i] !== label.top) return distance === 0 ? 1 : 0;
    if (distance > reach) return 0;
    const away = Math.hypot(oklab.lightness[i]! - middle[0]!, oklab.a[i]! - middle[1]!, oklab.b[i]! - middle[2]!);
    return away > ownColour ? 1 : 0;
  });
  return { outline, mask: boxBlur(foreign, size, 2).map((value) => smoothstep(0.3, 0.75, value)) };
}
