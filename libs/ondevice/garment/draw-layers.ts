import { type Canvas, canvasOf, erase, finish, restore } from '../drawn/canvas.ts';
import { continueNeck } from '../drawn/continued-neck.ts';
import { drawDress } from '../drawn/dress.ts';
import { dropScraps } from '../drawn/drop-scraps.ts';
import { clearLegs, drawLower, waistOf } from '../drawn/lower-garment.ts';
import type { Measures } from '../drawn/measures.ts';
import { neckEnds } from '../drawn/necklines.ts';
import { onHead } from '../drawn/on-head.ts';
import { shadeBelow } from '../drawn/shade-of-head.ts';
import { shoulderSlope } from '../drawn/shoulder-slope.ts';
import type { Pair } from '../drawn/side.ts';
import { drawUpper } from '../drawn/upper-garment.ts';
import { isTucked } from '../drawn/upper-styles.ts';
import { wornUpper } from '../drawn/worn-away.ts';
import { closeWornCollar } from '../drawn/worn-collar.ts';
import { wornLight } from '../drawn/worn-light.ts';
import { wornOutline } from '../drawn/worn-outline.ts';
import { label } from '../person/labels.ts';
import { maskOf, type Plane, type Rgb, times, union } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import type { Rendering } from './choose-rendering.ts';
import type { Layer } from './layer.ts';
import { longestShorts } from './leg-cuts.ts';
import type { Cloth } from './paint-cloth.ts';
import type { SeenClothes } from './seen-clothes.ts';
import type { Subject } from './subject.ts';
import type { Worn } from './worn.ts';

/** A garment, its cloth, and how it gets into the picture. */
export type Planned = { layer: Layer; cloth: Cloth; rendering: Rendering };

/**
 * Draws garments, from the inside out, over a person from whom the worn ones are taken away first. Hair, head and hands come back on
 * top. `neckKept`: whether the new neckline had to rise to the worn one.
 */
export function drawLayers(
  subject: Subject,
  measured: Measures,
  worn: Worn,
  seen: SeenClothes,
  plan: readonly Planned[],
): { foreground: Rgb; matte: Plane; neckKept: boolean } {
  const canvas = canvasOf(subject);
  const bare = !seen.lower || seen.lower.around === 'neither' || seen.lower.length <= longestShorts;
  const upper = plan.filter(({ layer }) => layer.kind !== 'bottom');
  const asWorn: Measures = {
    ...measured,
    wornLight: wornLight(subject, measured, seen),
    wornOutline: wornOutline(subject, measured),
  };
  const taken = takeAway(canvas, subject, asWorn, worn, plan);
  const measures: Measures = { ...asWorn, neckHidden: taken?.continued === false };
  const below = plan.find(({ layer }) => layer.kind === 'bottom');
  const lower = below?.rendering.lower;
  const waist = lower && waistOf(lower.cut, worn.waist);
  const drawBelow = () => {
    if (below && lower) drawLower(canvas, measures, lower, { bare, waist: waist! }, below.cloth);
  };
  const tucked = lower && upper.find(({ layer }) => isTucked(layer, lower.cut, upper.length > 1));
  for (const one of plan) {
    const { layer, cloth, rendering } = one;
    if (layer.kind === 'dress') {
      const cut = rendering.lower ?? layer.lower!;
      drawDress(canvas, measures, subject, worn, { ...layer, lower: cut, bare }, cloth);
    } else if (layer.kind !== 'bottom')
      drawUpper(
        canvas,
        measures,
        subject,
        worn,
        layer,
        cloth,
        one === tucked ? { at: waist!, draw: drawBelow } : undefined,
        upper.slice(upper.indexOf(one) + 1).some((over) => over.layer.sleeve >= layer.sleeve),
      );
    else if (!tucked) drawBelow();
  }
  const neckKept =
    taken !== undefined &&
    closeWornCollar(
      canvas,
      measures,
      times(taken.away, subject.matte),
      taken.ends,
      shoulderSlope(subject, measures, taken.ends),
      upper[0]!.cloth,
      taken.continued,
    );
  // A worn top that stays hangs over what is drawn below.
  if (upper.length === 0) restore(canvas, subject, worn.top);
  const { head, hair, hands } = subject.protected;
  const over = union(head, hands);
  shadeBelow(canvas, subject, measures, union(over, hair));
  // Beside what was drawn it is as photographed.
  const { foreground, matte } = subject;
  const differs = (c: 0 | 1 | 2, i: number) => canvas.rgb[c][i] !== Math.fround(foreground[c][i]! * matte[i]!);
  const before = hair.slice();
  for (let i = 0; i < before.length; i++)
    if (before[i]! > 0 && !differs(0, i) && !differs(1, i) && !differs(2, i)) before[i] = 0;
  restore(canvas, { ...subject, foreground: subject.hairColours }, onHead(before, head, subject.size));
  restore(canvas, subject, over);
  const shoes = maskOf(subject.parsed.labels, label.shoes);
  dropScraps(canvas.alpha, union(over, subject.protected.skin, shoes), subject.size);
  return { ...finish(canvas), neckKept };
}

const spread = ([left, right]: Pair<Point>): number => Math.max(-left[0], right[0]);

/** What was taken away of the upper body, 0..1, where the widest new neckline ends, and whether the neck was continued to it. */
type Taken = { away: Plane; ends: Pair<Point>; continued: boolean };

/** Takes away the worn clothes that drawn ones replace, and draws the tights that show below those. */
function takeAway(
  canvas: Canvas,
  subject: Subject,
  measures: Measures,
  worn: Worn,
  plan: readonly Planned[],
): Taken | undefined {
  const upper = plan.filter(({ layer }) => layer.kind !== 'bottom');
  const below = plan.find(({ rendering }) => rendering.lower);
  let taken: Taken | undefined;
  if (upper.length > 0) {
    const sleeve = Math.max(...upper.map(({ layer }) => layer.sleeve));
    const [widest] = upper.map(({ layer }) => neckEnds(layer.neck, measures)).sort((a, b) => spread(b) - spread(a));
    const away = wornUpper(subject, measures, worn, sleeve, widest!);
    erase(canvas, away);
    taken = { away, ends: widest!, continued: continueNeck(canvas, subject, measures, widest!) };
  }
  if (below?.rendering.lower) clearLegs(canvas, measures, subject, below.rendering.lower, below.rendering.tights);
  return taken;
}
