import { boxBlur } from '../pixels/box-blur.ts';
import type { OklabPlanes } from '../pixels/colour.ts';
import { connectedComponents } from '../pixels/components.ts';
import { convexHull } from '../pixels/convex-hull.ts';
import { outsideDistance } from '../pixels/inside-distance.ts';
import { type Plane, type Size, stepPlane } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment, type Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { norm } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';
import { acrossTorso, type BodyFrame, downTorso, isClose } from './body-frame.ts';
import { isInShade } from './cloth-in-shade.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { areasInHands, type Grip } from './in-hands.ts';
import { label } from './labels.ts';

/** `outline`: 1 inside the things' convex outlines; `mask`: 0..1 there, but not on the garment's own colour. */
export type HeldThings = { outline: Plane; mask: Plane };

/** A smaller part of the picture is a print or a pocket, not an object. */
const leastShare = 0.025;
/** Half the width of an upper arm in its sleeve, in shoulder widths. */
const armHalf = 0.2;
/** How far round a palm the chest's colours are not learnt, in palm lengths. */
const aroundGrip = 1.8;
/** Below this likeness a colour has not even the hue of skin. */
const noSkin = 0.2;
/** Share of its convex outline that a solid thing fills. */
const nearlyFull = 0.75;
/** Distance in OKLab within which a colour is the garment's own. */
const ownColour = 0.13;
/** The same along both colour axes alone: what differs by more is not the same cloth in shade. */
const ownHue = 0.05;

/**
 * Finds objects held before the clothes (a bag, a helmet): large areas labelled as top, beside or below the middle of the
 * chest, whose colours it does not have, and smaller ones in the hands. Other areas inside their outline are their highlights and trims.
 *
 * @param bins colour bin of every pixel
 * @param grips the hands that were found or are supposed, `hands` their mask
 */
export function heldThings(
  frame: BodyFrame,
  labels: Uint8Array,
  oklab: OklabPlanes,
  bins: Uint16Array,
  size: Size,
  skinLike: Plane,
  grips: readonly Grip[] = [],
  hands: Plane = new Float32Array(labels.length),
): HeldThings {
  // In a close portrait the chest is outside of the picture: there its colours are those of all that is seen of the top.
  const from = isClose(frame, size) ? Number.NEGATIVE_INFINITY : 0.2;
  const chest = new Float32Array(colourBins);
  const chestPixels: number[] = [];
  const aside = new Uint8Array(labels.length);
  const besideHands = (x: number, y: number) =>
    grips.some(({ at, palm }) => distanceBetween(at, [x, y]) < aroundGrip * palm);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label.top) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const u = acrossTorso(frame, x, y);
    const v = downTorso(frame, x, y);
    if (v > 0.35 || Math.abs(u) > 0.6) aside[i] = 1;
    if (v < from || v > 0.6 || Math.abs(u) > 0.4 || besideHands(x, y)) continue;
    chest[bins[i]!]! += 1;
    chestPixels.push(i);
  }
  smoothHistogram(chest);
  const rare = 0.6 / colourBins;
  const areas = connectedComponents((i) => aside[i] === 1 && chest[bins[i]!]! < rare, size);
  const outline = new Float32Array(labels.length);
  let outlined = false;
  const planes = [oklab.lightness, oklab.a, oklab.b];
  const colourOf = (pixels: readonly number[]) => planes.map((plane) => median(pixels.map((i) => plane[i]!)));
  const middle = colourOf(chestPixels);
  const isOther = (i: number) => {
    const l = oklab.lightness[i]! - middle[0]!;
    const a = oklab.a[i]! - middle[1]!;
    const b = oklab.b[i]! - middle[2]!;
    return l * l + a * a + b * b > ownColour ** 2;
  };
  const onUpperArm = ([x, y]: Point) =>
    frame.arms.some(({ shoulder, elbow }) => distanceToSegment(x, y, shoulder, elbow) < armHalf * frame.shoulderWidth);
  const light = { labels, lightness: oklab.lightness };
  areas.sizes.forEach((pixels, area) => {
    if (area === 0 || pixels < leastShare * labels.length) return;
    const own: number[] = [];
    for (let i = 0; i < labels.length; i++) if (areas.labels[i] === area) own.push(i);
    const points = own.map((i): Point => [i % size.width, Math.floor(i / size.width)]);
    // A sleeve in another light, or of another cloth.
    const [l = 0, a = 0, b = 0] = colourOf(own).map((value, c) => value - middle[c]!);
    if (Math.hypot(l / 2, a, b) < ownColour) return;
    if (norm(a, b) < ownHue && isInShade(own, (i) => areas.labels[i] === area, light, size)) return;
    if (points.filter(onUpperArm).length > 0.4 * pixels) return;
    outlined = true;
    fillPolygon(convexHull(points), size, outline);
  });
  const isForeign = (i: number) =>
    (labels[i] === label.top || (labels[i] === label.skin && skinLike[i]! < noSkin)) &&
    chest[bins[i]!]! < rare &&
    isOther(i);
  const gripped = chestPixels.length === 0 ? [] : areasInHands(frame, grips, hands, isForeign, size);
  if (!outlined && gripped.length === 0) return { outline, mask: outline };
  // A little beyond the outline too: rims and trims may have the colours of the chest's own trims.
  const reach = Math.max(size.width, size.height) * 0.065;
  const outside = outsideDistance(outline, size);
  // What nearly fills its outline has no cloth in it, whatever colours its details have.
  const solid = new Float32Array(labels.length);
  for (const own of gripped) {
    const hull = convexHull(own.map((i): Point => [i % size.width, Math.floor(i / size.width)]));
    fillPolygon(hull, size, outline);
    if (own.length > nearlyFull * areaOf(hull)) fillPolygon(hull, size, solid);
  }
  const foreign = new Float32Array(labels.length);
  for (let i = 0; i < foreign.length; i++) {
    const inside = outline[i]! > 0.5;
    if (labels[i] !== label.top || solid[i]! > 0.5) foreign[i] = inside ? 1 : 0;
    else if (inside || outside[i]! <= reach) foreign[i] = isOther(i) ? 1 : 0;
  }
  return { outline, mask: stepPlane(boxBlur(foreign, size, 2), 0.3, 0.75) };
}

/** The area of a polygon, by the shoelace formula. */
const areaOf = (polygon: readonly Point[]): number =>
  Math.abs(
    polygon.reduce((sum, [x, y], k) => {
      const [nextX, nextY] = polygon[(k + 1) % polygon.length]!;
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;
