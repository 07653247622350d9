import type { Subject } from '../garment/subject.ts';
import { joint } from '../person/find-pose.ts';
import { crownHeight } from '../person/head.ts';
import { label } from '../person/labels.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { type Plane, times } from '../pixels/plane.ts';
import { midpoint } from '../pixels/points.ts';
import { shrink } from '../pixels/resample.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './measures.ts';

/** How far up from the chin, as a share of the face, a collar can stand beside the jaw. */
const besideJaw = 0.4;
/** Radii of the windows in which the skin's colour is looked for, narrow ones first, in shoulder widths. */
const windows = [0.05, 0.15, 0.4];
/** A window with less skin than this share does not show its colour. */
const leastSkin = 0.03;
/** A neck is round: how much darker it is at its sides. */
const darkerAside = 0.18;
const edge = 0.012;
/** Half the width of a neck as a share of a head's height (Farkas 1994, adults), and how much wider it gets towards the shoulders, as a slope. */
const halfOfHead = 0.24;
const flare = 0.5;

/**
 * Continues the neck behind what is on the canvas, where the worn collar that was taken away hid it: in its own outline, and only
 * where the photograph shows the person. Its colour is that of the skin beside it, from the mouth down.
 */
export function mendNeck({ rgb, alpha, size }: Canvas, subject: Subject, measures: Measures): void {
  const { parsed, matte } = subject;
  const { chin, brow } = parsed.frame.head;
  const from = measures.toBody(...chin)[1] + besideJaw * (measures.toBody(...brow)[1] - measures.toBody(...chin)[1]);
  const to = Math.max(measures.tips[0][1], measures.tips[1][1]) + 0.1;
  const neck = outlineOfNeck(subject, measures);
  const known = new Float32Array(matte.length);
  const open: { i: number; cover: number; light: number }[] = [];
  for (let i = 0; i < matte.length; i++) {
    const x = i % size.width;
    const [u, v] = measures.toBody(x, (i - x) / size.width);
    if (v < from || v > to) continue;
    if (parsed.labels[i] === label.skin && matte[i]! > 0.95 && parsed.hands[i]! < 0.2) known[i] = 1;
    if (alpha[i]! >= matte[i]!) continue;
    const { beside, half } = neck(u, v);
    const cover = (1 - smoothstep(-edge, edge, beside)) * (matte[i]! - alpha[i]!);
    if (cover > 0) open.push({ i, cover, light: 1 - darkerAside * (1 + Math.min(0, beside) / half) ** 2 });
  }
  if (open.length === 0) return;
  const colour = colourNear(subject, known, measures.scale);
  for (const { i, cover, light } of open) {
    const skin = colour(i);
    if (!skin) continue;
    rgb.forEach((plane, c) => {
      plane[i]! += cover * light * skin[c]!;
    });
    alpha[i]! += cover;
  }
}

/**
 * How far a place lies beside the neck, with its half width there: it stands on the spine and ends between the ears, also of a turned
 * head, and is at least as wide as heads have it where a collar hid what was measured.
 */
function outlineOfNeck(
  { parsed: { frame } }: Subject,
  { toBody, scale, chin, neck }: Measures,
): (x: number, y: number) => { beside: number; half: number } {
  const [earX, earY] = toBody(...midpoint(frame.at(joint.leftEar), frame.at(joint.rightEar)));
  const narrowest = neck.seen?.middle[1] ?? 0.6 * chin[1];
  const least = Math.max(neck.half, (halfOfHead * crownHeight(frame.head)) / scale);
  return (x, y) => {
    const half = least + flare * clamp(y - narrowest, 0, 0.3);
    return { beside: Math.abs(x - earX * clamp(y / Math.min(earY, -0.1), 0, 1)) - half, half };
  };
}

/** Colours are looked up on a copy this many times smaller, as they are means. */
const coarse = 4;

/** The mean colour of the `known` pixels near a pixel, sRGB 0..1; undefined where there are none. */
function colourNear({ foreground, size }: Subject, known: Plane, scale: number): (i: number) => number[] | undefined {
  const some = shrink(known, size, coarse);
  const colours = foreground.map((plane) => shrink(times(plane, known), size, coarse).plane);
  const means = windows.map((share) => {
    const radius = Math.max(1, (share * scale) / coarse);
    const mean = (plane: Plane) => boxBlur(boxBlur(plane, some.size, radius), some.size, radius);
    return { share: mean(some.plane), colours: colours.map(mean) };
  });
  return (i) => {
    const x = i % size.width;
    const column = Math.min(some.size.width - 1, Math.floor(x / coarse));
    const row = Math.min(some.size.height - 1, Math.floor((i - x) / size.width / coarse));
    const at = row * some.size.width + column;
    const near = means.find(({ share }) => share[at]! > leastSkin);
    return near?.colours.map((plane) => plane[at]! / near.share[at]!);
  };
}
