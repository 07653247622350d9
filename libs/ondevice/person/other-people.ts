import { boxBlur } from '../pixels/box-blur.ts';
import { type Components, connectedComponents } from '../pixels/components.ts';
import { dropApart } from '../pixels/drop-apart.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';
import { joint, type Pose } from './find-pose.ts';
import { followPassersBy } from './follow-passers-by.ts';
import { type SeenRegion, sampleRegion } from './seen-region.ts';

/** Belief from which a pixel counts as part of a person. */
const somebody = 0.35;
/** Below this value of the pose network a pixel is not part of its person, though it may be a held object. */
const supported = 0.3;
/** Mean support from which an area is the person's. */
const mostlyOwn = 0.25;
/** Mean support up to which something at the bottom border, beside the hips, is a passer-by's. */
const hardly = 0.12;
/** How far from the middle of the hips its own middle is, in shoulder widths. */
const beside = 0.65;
/** Support by the classifier of parts where it is certain: enough where it says person with at least 0.75. */
const byParts = 0.4;

/** What of an image is the person's by the pose network, by the classifiers, and what is surely another person's by those. */
export type SeenOfPerson = { posed: SeenRegion; told: SeenRegion | undefined; another: SeenRegion | undefined };

/**
 * Removes other people, in place: areas that are small or mostly not part of this person according to the pose network and the
 * classifiers, and areas that touch the left or right border without their support (a neighbour's arm or hair), or the bottom border
 * beside the person's hips (the clothes of a passer-by, and what else of them adjoins). A held object has no support either, but does not
 * reach the border.
 *
 * @param belief "is a person", 0..1 a pixel
 * @returns how far each pixel is supported, 0..1
 */
export function dropOthers(belief: Plane, size: Size, { posed, told, another }: SeenOfPerson, pose: Pose): Plane {
  const support = sampleRegion(posed, size);
  if (told) {
    const second = sampleRegion(told, size);
    for (let i = 0; i < support.length; i++) support[i] = Math.max(support[i]!, byParts * second[i]!);
  }
  // Most photographs show nobody else.
  if (another?.mask.some((share) => share > 0)) {
    const others = sampleRegion(another, size);
    for (let i = 0; i < support.length; i++) support[i]! *= 1 - others[i]!;
  }
  const areas = connectedComponents((i) => belief[i]! >= somebody, size);
  const supports = meanSupports(areas, support);
  const largest = Math.max(...areas.sizes);
  const keep = areas.sizes.map((pixels, k) => k > 0 && pixels >= 0.08 * largest && supports[k]! > mostlyOwn);

  const strangers = connectedComponents((i) => belief[i]! >= somebody && support[i]! < supported, size);
  const reachesIn = strangers.sizes.map(() => false);
  for (let y = 0; y < size.height; y++)
    for (const x of [0, size.width - 1]) reachesIn[strangers.labels[y * size.width + x]!] = true;
  const supportsOf = new Float64Array(strangers.sizes.length);
  const columnsOf = new Float64Array(strangers.sizes.length);
  for (let i = 0; i < belief.length; i++) {
    const k = strangers.labels[i]!;
    if (k === 0) continue;
    supportsOf[k]! += support[i]!;
    columnsOf[k]! += i % size.width;
  }
  reachesIn[0] = false;
  const { hips, shoulders } = measuresOf(pose);
  const passing = new Set<number>();
  for (let i = belief.length - size.width; i < belief.length; i++) {
    const k = strangers.labels[i]!;
    const pixels = strangers.sizes[k]!;
    const aside = Math.abs(columnsOf[k]! / pixels - hips);
    if (k > 0 && supportsOf[k]! < hardly * pixels && aside > beside * shoulders) passing.add(k);
  }
  const isTheirs = (i: number) => passing.has(strangers.labels[i]!);
  const goes =
    passing.size > 0
      ? followPassersBy((i) => belief[i]! >= somebody, size, { isTheirs, support, told, pose })
      : () => false;
  fade(belief, size, (i) => keep[areas.labels[i]!]! && !reachesIn[strangers.labels[i]!] && !goes(i));
  return support;
}

/** The column of the middle of the hips, and the width of the shoulders in pixels. */
function measuresOf({ points }: Pose): { hips: number; shoulders: number } {
  const [one, other] = [points[joint.leftShoulder]!, points[joint.rightShoulder]!];
  const hips = (points[joint.leftHip]!.x + points[joint.rightHip]!.x) / 2;
  return { hips, shoulders: norm(one.x - other.x, one.y - other.y) };
}

/** Clears, in place, areas apart from the person that are small or hardly supported: a neighbour's arm. */
export function dropIslands(belief: Plane, size: Size, support: Plane): void {
  const areas = connectedComponents((i) => belief[i]! >= somebody, size);
  if (areas.sizes.length <= 2) return;
  const supports = meanSupports(areas, support);
  const largest = Math.max(...areas.sizes);
  const goes = areas.sizes.map(
    (pixels, k) => k > 0 && pixels < largest && (pixels < 0.02 * largest || supports[k]! < mostlyOwn),
  );
  for (let i = 0; i < belief.length; i++) if (goes[areas.labels[i]!]) belief[i] = 0;
}

/** The mean support of each area. */
function meanSupports({ labels, sizes }: Components, support: Plane): number[] {
  const sums = new Float64Array(sizes.length);
  for (let i = 0; i < support.length; i++) sums[labels[i]!]! += support[i]!;
  return sizes.map((pixels, k) => sums[k]! / Math.max(1, pixels));
}

/** Clears, in place, what a matte has quite apart from the person and is smaller than a foot. */
export function dropSpecks(matte: Plane, size: Size): void {
  dropApart(matte, size, 0.05, 0.002);
}

/** Clears, in place, what is thinner than 0.8% of the longer side (morphological opening): edges of the ground, no limbs. */
export function dropSlivers(belief: Plane, size: Size): void {
  const radius = Math.max(size.width, size.height) * 0.004;
  const away = outsideDistance(insideDistance(belief, size), size, radius);
  for (let i = 0; i < belief.length; i++) belief[i]! *= 1 - smoothstep(radius + 0.5, radius * 1.5 + 1.5, away[i]!);
}

/** Scales a belief to 0 where it shall not be kept, softly. */
function fade(belief: Plane, size: Size, keep: (i: number) => boolean | undefined): void {
  const all = new Float32Array(belief.length);
  for (let i = 0; i < all.length; i++) if (keep(i)) all[i] = 1;
  const kept = boxBlur(all, size, 6);
  for (let i = 0; i < belief.length; i++) belief[i]! *= clamp(kept[i]! * 4, 0, 1);
}
