import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { channelDifference, type Plane, type Rgb, type Size, total, union } from '../pixels/plane.ts';
import { shrink } from '../pixels/resample.ts';
import { measureOutline, type Outline } from './measure-outline.ts';

/** How a dressed person differs from the photograph, to tell broken pictures from good ones; all without unit, from 0. */
export type Change = Outline & {
  /** Share of the picture that has another colour. */
  changed: number;
  /** Share of head, hair and hands that has another colour. */
  protectedChanged: number;
  /** What looks like the person's own skin and has another colour, in areas of the head; 0 if the worn cloth looks like skin. */
  skinPainted: number;
  /** Contrast of the worn cloth's print that is still seen, and of all that is finer than folds. Lightness 0..1. */
  printLeft: number;
  mottled: number;
};

/** Difference of a channel (sRGB 0..1) at which a pixel has another colour. */
export const another = 0.06;
/**
 * Difference at which a pixel was dressed, for the outline: new cloth of nearly the worn colour is no gap. Elsewhere the picture is the photograph,
 * exactly.
 */
const touched = 0.012;

/** Measures {@link Change} on a copy of half the size, as nothing smaller is seen at a glance. `after`: sRGB 0..1. */
export function measureChange(subject: Subject, after: Rgb): Change {
  const half = (plane: Plane) => shrink(plane, subject.size, 2).plane;
  const { plane: matte, size } = shrink(subject.matte, subject.size, 2);
  const { head, hair, hands } = subject.protected;
  const [before, now] = [halves(subject.foreground, half), halves(after, half)];
  const changed = new Float32Array(matte.length);
  const dressed = new Float32Array(matte.length);
  for (let i = 0; i < matte.length; i++) {
    if (matte[i]! <= 0.5) continue;
    const by = channelDifference(before, i, now, i);
    if (by > another) changed[i] = 1;
    if (by > touched) dressed[i] = 1;
  }
  const kept = union(half(head), half(hair), half(hands));
  const isKept = (i: number) => matte[i]! > 0.5 && kept[i]! > 0.95;
  return {
    changed: total(changed) / changed.length,
    protectedChanged: shareOf(matte.length, isKept, (i) => changed[i] === 1),
    skinPainted: skinPainted(subject, changed, half, size),
    ...measureOutline(dressed, size, (i) => matte[i]! > 0.5 && kept[i]! < 0.2),
    ...texture(before, now, changed, size, subject.parsed.frame.shoulderWidth / 2),
  };
}

const halves = ([r, g, b]: Rgb, half: (plane: Plane) => Plane): Rgb => [half(r), half(g), half(b)];

function shareOf(count: number, among: (i: number) => boolean, which: (i: number) => boolean): number {
  let [all, some] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (!among(i)) continue;
    all++;
    if (which(i)) some++;
  }
  return all === 0 ? 0 : some / all;
}

/** Cloth in the colours of skin is no evidence: where the worn top or the garment below has them, what carries its label is left out. */
function skinPainted(subject: Subject, changed: Plane, half: (plane: Plane) => Plane, size: Size): number {
  const { parsed, body, matte } = subject;
  const looksLikeSkin = (which: number, from: number, to: number) => {
    const core = (i: number) =>
      matte[i]! > 0.8 &&
      parsed.labels[i] === which &&
      Math.abs(body.u[i]!) < 0.3 &&
      body.v[i]! > from &&
      body.v[i]! < to;
    return shareOf(matte.length, core, (i) => parsed.skinLike[i]! > 0.5) > 0.2;
  };
  const unknown = looksLikeSkin(label.top, 0.25, 0.7);
  if (unknown && looksLikeSkin(label.bottom, 0.9, 1.2)) return 0;
  const known = parsed.skinLike.slice();
  if (unknown) for (let i = 0; i < known.length; i++) if (parsed.labels[i] !== label.bottom) known[i] = 0;
  const skin = half(known);
  const head = total(half(subject.protected.head));
  const areas = connectedComponents((i) => changed[i] === 1 && skin[i]! > 1, size);
  const large = areas.sizes.filter((pixels) => pixels > 0.02 * head).reduce((sum, pixels) => sum + pixels, 0);
  return head === 0 ? 0 : large / head;
}

/** Folds are wider than 5% of the shoulders: what is finer in lightness is print, lettering or a torn surface. */
function texture(
  before: Rgb,
  now: Rgb,
  changed: Plane,
  size: Size,
  shoulders: number,
): Pick<Change, 'printLeft' | 'mottled'> {
  const inner = boxBlur(changed, size, Math.max(2, shoulders * 0.04));
  const fine = ([r, g, b]: Rgb) => {
    const light = new Float32Array(r.length);
    for (let i = 0; i < light.length; i++) light[i] = 0.3 * r[i]! + 0.59 * g[i]! + 0.11 * b[i]!;
    const form = gaussianBlur(light, size, shoulders * 0.05);
    const out = boxBlur(light, size, 1, light);
    for (let i = 0; i < out.length; i++) out[i]! -= form[i]!;
    return out;
  };
  const [old, fresh] = [fine(before), fine(now)];
  let [count, together, own, left] = [0, 0, 0, 0];
  for (let i = 0; i < inner.length; i++) {
    if (inner[i]! < 0.98) continue;
    count++;
    together += old[i]! * fresh[i]!;
    own += old[i]! ** 2;
    left += fresh[i]! ** 2;
  }
  if (count < 200 || own === 0) return { printLeft: 0, mottled: 0 };
  // The slope of the new on the old lightness, times the old contrast.
  return { printLeft: Math.abs(together / own) * Math.sqrt(own / count), mottled: Math.sqrt(left / count) };
}
