import { isSkirt, type LegCut, type Lower } from '../garment/leg-cuts.ts';
import { surfaces } from '../garment/materials.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { linearBytes } from '../pixels/colour.ts';
import { maskOf, stepPlane } from '../pixels/plane.ts';
import { type Canvas, erase, restore } from './canvas.ts';
import type { Measures } from './measures.ts';
import { paintPart } from './paint-part.ts';
import { middleOfLegs, skirt } from './skirt.ts';
import { tights } from './tights.ts';
import { trousers } from './trousers.ts';
import { wornBelow } from './worn-below.ts';

/** Nearly black, so that their light is hardly missed. */
const tightsCloth: Cloth = {
  kind: 'bottom',
  colour: linearBytes([27, 28, 32]),
  second: linearBytes([27, 28, 32]),
  pattern: 'solid',
  surface: { ...surfaces.cotton, gloss: 0.05, grain: 0.004 },
};

/**
 * Takes away what is worn on the legs, as far as `lower` replaces it, and draws the tights that show below it. Shoes lie over
 * both.
 */
export function clearLegs(
  canvas: Canvas,
  measures: Measures,
  subject: Subject,
  lower: Lower,
  withTights: boolean,
): void {
  const hemY = middleOfLegs(measures, lower.length)[1];
  const ankleY = middleOfLegs(measures, 2)[1];
  const none = { from: 0, to: 0 };
  const bare = withTights ? { from: hemY - 0.3, to: ankleY } : isSkirt(lower.cut) ? none : { from: 0, to: hemY };
  erase(canvas, wornBelow(subject, measures, bare));
  if (withTights)
    for (const part of tights(measures, Math.max(0.2, lower.length - 0.3)))
      paintPart(canvas, measures, part, tightsCloth);
  restoreShoes(canvas, subject);
}

/**
 * v of the top edge of a skirt or trousers.
 *
 * @param worn where the worn garment begins, in v: a top that stays must not end above it
 */
export function waistOf(cut: LegCut, worn: number | undefined): number {
  const highest = Math.max(0.5, (worn ?? 1) - 0.05);
  return Math.min(isSkirt(cut) ? 0.72 : 0.84, highest);
}

/** Draws a skirt or trousers over cleared legs. `bare`: the legs show no cloth, so that their width is their own. */
export function drawLower(
  canvas: Canvas,
  measures: Measures,
  { cut, length }: Lower,
  fit: { bare: boolean; waist: number },
  cloth: Cloth,
): void {
  const parts = isSkirt(cut) ? skirt(measures, { cut, length }, fit.waist) : trousers(measures, { cut, length }, fit);
  for (const part of parts) paintPart(canvas, measures, part, cloth);
}

function restoreShoes(canvas: Canvas, subject: Subject): void {
  const shoes = maskOf(subject.parsed.labels, label.shoes);
  restore(canvas, subject, stepPlane(boxBlur(shoes, subject.size, 1), 0.3, 0.8));
}
