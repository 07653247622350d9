import { boxBlur, fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { outsideDistance } from '../pixels/inside-distance.ts';
import { valueNoise } from '../pixels/noise.ts';
import { maskOf, maskWhere, type Plane, type Size, total } from '../pixels/plane.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import { followStrands } from './follow-strands.ts';
import { hairFlow } from './hair-flow.ts';
import { label } from './labels.ts';
import type { ParsedPerson } from './parse-person.ts';
import type { HeadWidth } from './patches-differ.ts';
import type { HairBorder } from './unseen-hair-border.ts';

// All lengths in widths of the head.

/** A shorter unseen border is noise of the labels. */
const leastBorder = 0.15;
/**
 * How far along the border the share of it that is unseen is measured, from which and to which share of it hair gets soft, and how widely
 * labels are smoothed.
 */
const along = 0.1;
const softens = [0.3, 0.7] as const;
const evened = 0.03;
/** How far before the border strands end, the longest and the shortest ones, and half the length over which each fades. */
const shorter = { least: 0.08, most: 0.25, fades: 0.08 } as const;
const longest = shorter.most + shorter.fades;
/** Width of locks and of strands, and how much the strands' own length counts beside that of their lock. */
const lock = 0.08;
const strand = 0.02;
const ofStrand = 0.35;

/**
 * How much of the hair stays, 0..1 a pixel, if it ends in locks where its border with the worn top is not seen: labels invent one there, and
 * hair that ends at it looks cut. Each strand is followed down to the border and ends before it, as far as its lock does; strands that run
 * along the border, and seen borders, stay. Undefined if nearly all of the border is seen.
 */
export function softHairEnds(
  { labels, oklab, frame }: Pick<ParsedPerson, 'labels' | 'oklab'> & { frame: HeadWidth },
  border: HairBorder,
  size: Size,
): Plane | undefined {
  const unit = frame.head.width;
  if (total(border.unseen) < leastBorder * unit) return undefined;
  const blur = (plane: Plane, sigma: number) => gaussianBlur(plane, size, Math.max(1, sigma * unit));
  const [unseen, all] = [blur(border.unseen, along), blur(border.all, along)];
  const softness = (i: number) => smoothstep(softens[0], softens[1], unseen[i]! / (all[i]! + 1e-9));
  const mask = maskOf(labels, label.hair);
  const [hair, top] = [blur(mask, evened), blur(maskOf(labels, label.top), evened)];
  const isTop = (i: number) => hair[i]! < top[i]!;
  const mayFall = (i: number) => labels[i] === label.hair || labels[i] === label.top;
  const toBorder = outsideDistance(border.unseen, size);
  // A strand that starts near the border ends at most as far again; steps along rows and diagonals are a tenth longer than the straight way.
  const isReached = (i: number) => toBorder[i]! < 2.2 * longest * unit + 2 && mayFall(i);
  const flow = hairFlow(oklab.lightness, mask, unit, size, isReached);
  const follow = followStrands(flow, Math.max(1, unit / 160), size);
  const out = new Float32Array(labels.length).fill(1);
  for (let i = 0; i < out.length; i++) {
    if (toBorder[i]! > longest * unit || !mayFall(i) || isTop(i)) continue;
    const end = follow(i, longest * unit, mayFall, isTop);
    if (!end) continue;
    const before = shorten(end.x / unit, end.y / unit);
    const left = smoothstep(before - shorter.fades, before + shorter.fades, end.length / unit);
    out[i] = mix(1, left, softness(end.at));
  }
  // What is left of hair beyond the border goes with the hair beside it.
  const known = maskWhere(out.length, (i) => !isTop(i) || !mayFall(i));
  const filled = fillByBlur(out, known, size, [evened * unit]);
  // Strands side by side end apart: single pixels would show.
  return boxBlur(filled, size, 1, filled);
}

/** How far before a point of the border the strand ends that would reach it. */
function shorten(x: number, y: number): number {
  const share = mix(valueNoise(x / lock, y / lock), valueNoise(x / strand, y / strand), ofStrand);
  return mix(shorter.least, shorter.most, smoothstep(0.1, 0.9, share));
}
