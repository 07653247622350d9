import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { boxBlur, fillAllByBlur } from '../pixels/box-blur.ts';
import { maskWhere, type Plane, total } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { boxAround, cropped, type Window } from '../pixels/window.ts';
import type { Canvas } from './canvas.ts';
import { smoothCurve } from './curve.ts';
import type { Measures } from './measures.ts';
import { both, type Pair } from './side.ts';

/** How far from seen skin a neck is continued: standard deviations of its filling, in shoulder widths. */
const reaches = [0.012, 0.035, 0.09] as const;
/** Less skin than this, in squared shoulder widths, does not show a neck, nor does so small a part of what a collar hid of it. */
const leastSkin = 0.003;
const leastOfHidden = 0.5;
/** From this likeness to the person's skin its colour is known. */
const leastLike = 0.2;
/** How far below the neckline's ends its lowest place can be. */
const deepest = 0.45;
/** How far above the chin the neck begins, behind the jaw. */
const behindJaw = 0.2;
/** How far beside a collar the skin is shaded by it. */
const beside = 0.02;

/**
 * Continues the skin of the neck where a collar that was taken away hid it, behind what is on the canvas: between chin and neckline,
 * within the outline of the photographed person, in the colours of the skin beside it (`fillByBlur`). Without it the ground would
 * show between the neck and a narrower collar. Where little of the neck is seen beside what was hidden, nothing is laid.
 *
 * @param ends where the new neckline ends on both shoulders, in body coordinates
 * @returns whether it was continued
 */
export function continueNeck(canvas: Canvas, subject: Subject, measures: Measures, ends: Pair<Point>): boolean {
  const { toImage, scale } = measures;
  const outline = neckOutline(measures, ends).map(toImage);
  const window = boxAround(outline, Math.ceil(2 * scale * reaches[2]), canvas.size);
  if (!window) return false;
  const seen = seenNeck(subject, measures, window);
  const { left, top, size, at } = window;
  const neck = fillPolygon(
    outline.map(([x, y]): Point => [x - left, y - top]),
    size,
  );
  const shown = total(seen);
  const hidden = hiddenNeck(canvas, subject, measures, neck, window, Math.max(ends[0][1], ends[1][1]));
  if (shown < Math.max(leastSkin * scale * scale, leastOfHidden * hidden)) return false;
  const sigmas = reaches.map((reach) => Math.max(1, reach * scale));
  const around = subject.foreground.map((plane) => cropped(plane, window));
  const skin = fillAllByBlur(around, seen, size, sigmas);
  const fringe = boxBlur(besideCollar(subject, canvas, window), size, Math.max(1, Math.round(beside * scale)));
  for (let i = 0; i < neck.length; i++) {
    const j = at(i);
    const known = skin[0]![i]! + skin[1]![i]! + skin[2]![i]! > 0;
    const here = known ? neck[i]! * clamp(subject.matte[j]! * 1.25, 0, 1) : 0;
    if (here === 0) continue;
    // The skin beside what is taken away has its shadow and some of its colour.
    const over = here * clamp(5 * fringe[i]!, 0, 1);
    const behind = here * (1 - over) * (1 - canvas.alpha[j]!);
    for (let c = 0; c < 3; c++) canvas.rgb[c]![j] = canvas.rgb[c]![j]! * (1 - over) + skin[c]![i]! * (over + behind);
    canvas.alpha[j] = canvas.alpha[j]! * (1 - over) + over + behind;
  }
  return true;
}

/** 1 where cloth was taken away. */
const besideCollar = ({ parsed }: Subject, canvas: Canvas, { at, size }: Window): Plane =>
  maskWhere(size.width * size.height, (i) => parsed.labels[at(i)] === label.top && canvas.alpha[at(i)]! < 0.5);

/** How many pixels of the neck above `bottom` were taken away, where the person is. */
function hiddenNeck(
  canvas: Canvas,
  { matte }: Subject,
  { toBody }: Measures,
  neck: Plane,
  { at }: Window,
  bottom: number,
): number {
  const { width } = canvas.size;
  let count = 0;
  for (let i = 0; i < neck.length; i++) {
    if (neck[i]! <= 0.5) continue;
    const j = at(i);
    const x = j % width;
    if (matte[j]! > 0.5 && canvas.alpha[j]! < 0.5 && toBody(x, (j - x) / width)[1] < bottom) count++;
  }
  return count;
}

/** The neck from behind the jaw to the neckline's ends, and what may lie between these. */
function neckOutline({ chin, neck }: Measures, ends: Pair<Point>): Point[] {
  const { sides } = neck;
  const [left, right] = both((side) => {
    const middle = Math.min(mix(chin[1], ends[side][1], 0.5), ends[side][1] - 0.04);
    const top = Math.min(chin[1], middle) - behindJaw;
    return smoothCurve([[sides[side], top], [sides[side], middle], ends[side]], 8);
  });
  const low = Math.max(ends[0][1], ends[1][1]) + deepest;
  return [...left, [0, low], ...right.toReversed()];
}

/** 1 where the skin of the neck is seen, away from collar and hair, whose colours it has beside them. */
function seenNeck(
  { parsed, matte, protected: kept, size }: Subject,
  { toBody, chin, scale }: Measures,
  { at, size: own }: Window,
) {
  const { labels } = parsed;
  const { width } = size;
  const off = Math.max(2, Math.round(beside * scale));
  // Not a beard or a shadow that has the label of skin.
  const isSkin = (j: number) => labels[j] === label.skin && parsed.skinLike[j]! > leastLike;
  const isSkinOrOutside = (j: number) => j < 0 || j >= labels.length || isSkin(j);
  return maskWhere(own.width * own.height, (i) => {
    const j = at(i);
    if (!isSkin(j) || matte[j]! < 0.95 || kept.hair[j]! > 0.05) return false;
    const x = j % width;
    if (toBody(x, (j - x) / width)[1] < chin[1]) return false;
    return (
      isSkinOrOutside(j - off) &&
      isSkinOrOutside(j + off) &&
      isSkinOrOutside(j - off * width) &&
      isSkinOrOutside(j + off * width)
    );
  });
}
