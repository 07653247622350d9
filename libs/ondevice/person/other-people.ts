import type { Region } from '../models/crop.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { type Plane, type Size, sampleGrid } from '../pixels/plane.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';

/** Belief from which a pixel counts as part of a person. */
const somebody = 0.35;
/** Below this value of the pose network a pixel is not part of its person, though it may be a held object. */
const supported = 0.3;

/**
 * Removes other people, in place: areas that are small or mostly not part of this person according to the pose network, and
 * areas that touch the left or right border without its support (a neighbour's arm or hair). A held object has no support
 * either, but does not reach the border.
 *
 * @param belief "is a person", 0..1 a pixel
 * @param posed "is this person", 256 x 256 over `region`, 0..1
 */
export function dropOthers(belief: Plane, size: Size, posed: Plane, region: Region): void {
  const support = sampleRegion(posed, size, region);
  const areas = connectedComponents((i) => belief[i]! >= somebody, size);
  const supports = new Float64Array(areas.sizes.length);
  for (let i = 0; i < belief.length; i++) supports[areas.labels[i]!]! += support[i]!;
  const largest = Math.max(...areas.sizes);
  const keep = areas.sizes.map((pixels, k) => k > 0 && pixels >= 0.08 * largest && supports[k]! > 0.25 * pixels);

  const strangers = connectedComponents((i) => belief[i]! >= somebody && support[i]! < supported, size);
  const reachesIn = strangers.sizes.map(() => false);
  for (let y = 0; y < size.height; y++)
    for (const x of [0, size.width - 1]) reachesIn[strangers.labels[y * size.width + x]!] = true;
  reachesIn[0] = false;
  fade(belief, size, (i) => keep[areas.labels[i]!]! && !reachesIn[strangers.labels[i]!]);
}

/** Clears, in place, small areas apart from the person. */
export function dropIslands(belief: Plane, size: Size): void {
  dropApart(belief, size, somebody, 0.02);
}

/** Clears, in place, what a matte has quite apart from the person and is smaller than a foot. */
export function dropSpecks(matte: Plane, size: Size): void {
  dropApart(matte, size, 0.05, 0.002);
}

/** Clears areas from `connected` up that are smaller than `share` of the largest one. */
function dropApart(plane: Plane, size: Size, connected: number, share: number): void {
  const { labels, sizes } = connectedComponents((i) => plane[i]! >= connected, size);
  const least = share * Math.max(...sizes);
  for (let i = 0; i < plane.length; i++) if (labels[i] !== 0 && sizes[labels[i]!]! < least) plane[i] = 0;
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

/** A 256 x 256 mask over a turned region, at every pixel; 0 outside of it. */
function sampleRegion(mask: Plane, { width, height }: Size, region: Region): Plane {
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  const out = new Float32Array(width * height);
  for (let i = 0; i < out.length; i++) {
    const dx = (i % width) + 0.5 - region.x;
    const dy = Math.floor(i / width) + 0.5 - region.y;
    const u = (dx * cos + dy * sin) / region.width + 0.5;
    const v = (dy * cos - dx * sin) / region.height + 0.5;
    if (u >= 0 && v >= 0 && u <= 1 && v <= 1) out[i] = sampleGrid(mask, 256, u, v);
  }
  return out;
}
