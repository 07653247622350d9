import { ServiceError } from '@styling/service/errors.ts';
import { drawGarments } from '../drawn/draw-garments.ts';
import { measure } from '../drawn/measures.ts';
import { bodyPart } from '../person/body-map.ts';
import { luminanceOf } from '../pixels/colour.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { softenSteps } from '../pixels/soften-steps.ts';
import type { Approximation } from './approximation.ts';
import { chooseRendering, type Rendering } from './choose-rendering.ts';
import type { Cloth } from './cloth.ts';
import { type ClothLight, clothLight } from './cloth-light.ts';
import { foldContrast, foldsShown } from './fold-contrast.ts';
import { clothOf, fromInsideOut, type Layer, tights } from './layer.ts';
import { chromaOf, muted } from './muted.ts';
import { paintCloth, plain } from './paint-cloth.ts';
import { seeClothes } from './see-clothes.ts';
import type { Subject } from './subject.ts';
import { measureWorn, type Worn } from './worn.ts';

/** The dressed person's colours (sRGB 0..1) and opacity, and what the picture only approximates. */
export type Dressed = { foreground: Rgb; matte: Plane; approximations: readonly Approximation[] };

/** A garment, its cloth, and how it gets into the picture. */
type Planned = { layer: Layer; cloth: Cloth; rendering: Rendering };

/**
 * Dresses a person in `layers`: what is of a worn kind is painted over it, everything else drawn over that, from the inside out; hair, head and
 * hands stay on top.
 *
 * @param field the request field that ordered the garments, named in errors
 * @throws ServiceError `garment_not_visible` if none of the garments is in the picture, `garment_not_dressed` if none can be shown on this person
 */
export function dressPerson(subject: Subject, layers: readonly Layer[], field: string): Dressed {
  const worn = measureWorn(subject);
  const measures = measure(subject);
  const seen = seeClothes(subject, worn, measures);
  const chroma = chromaOf(subject.parsed.oklab);
  const plan = fromInsideOut(layers).map((layer): Planned => {
    const rendering = chooseRendering(layer, seen);
    return { layer, cloth: muted(clothOf(layer), chroma), rendering };
  });
  // What is worn below a jacket that is left out was not asked for.
  const shown = plan.filter(({ rendering }) => rendering.way !== 'leave');
  if (!shown.some(({ layer }) => layers.includes(layer))) throw nothingShown(plan, field);
  const [r, g, b] = subject.foreground;
  const foreground: Rgb = [r.slice(), g.slice(), b.slice()];
  const light = clothLight(subject, measures);
  const lightOn = (kind: Layer['kind'], cloth: Cloth) => {
    const seenCloth = (kind === 'bottom' ? seen.lower : seen.upper) ?? { print: 0, light: 0.5 };
    const luminance = luminanceOf(cloth.colour);
    return light(foldsShown(seenCloth, luminance), foldContrast(seenCloth, luminance));
  };
  const paint = (layer: Layer, cloth: Cloth) =>
    recolour(foreground, subject, worn, { layer, cloth, light: lightOn(layer.kind, cloth) });
  for (const { layer, cloth, rendering } of shown) {
    if (rendering.tights) paint(tights, clothOf(tights));
    if (rendering.way !== 'recolour') continue;
    paint(layer, cloth);
  }
  layHair(foreground, subject);
  const approximations = [...new Set(plan.flatMap(({ rendering }) => rendering.approximations))];
  const drawn = shown.filter(({ rendering }) => rendering.way === 'draw');
  if (drawn.length === 0) return { foreground, matte: subject.matte, approximations };
  const garments = drawn.map(({ layer, cloth, rendering }) => ({
    layer,
    cloth,
    lower: rendering.lower ?? layer.lower,
  }));
  return { ...drawGarments({ ...subject, foreground }, measures, garments), approximations };
}

/**
 * Paints a garment over the worn one (`foreground`: sRGB 0..1, changed in place), within its outline and under its folds: no bare
 * arm, leg or neck is invented or painted, so cut, sleeves and hems stay those of the photograph.
 */
function recolour(
  foreground: readonly Plane[],
  subject: Subject,
  worn: Worn,
  { layer, cloth, light }: { layer: Layer; cloth: Cloth; light: ClothLight },
): void {
  paintCloth(foreground, subject, coverage(subject, worn, layer), cloth, plain(subject.size), light);
}

/** Coverage of each pixel by a garment, 0..1: what the worn garments of its kind cover. A waistcoat leaves the sleeves to what is worn below it. */
function coverage({ matte, body, size }: Subject, worn: Worn, { kind, sleeve }: Layer): Plane {
  const sleeveless = kind === 'outer' && sleeve === 0;
  const cover = new Float32Array(matte.length);
  for (let i = 0; i < cover.length; i++) {
    if (matte[i]! < 0.02) continue;
    const upper = kind === 'bottom' || (sleeveless && body.part[i] !== bodyPart.torso) ? 0 : worn.top[i]!;
    const lower = kind === 'bottom' || kind === 'dress' ? worn.bottom[i]! : 0;
    cover[i] = Math.max(upper, lower) * ofPerson(matte[i]!) * (1 - worn.untouchable[i]!);
  }
  return softenSteps(cover, size);
}

/**
 * How far the colours of a pixel of this opacity are those of the person. At an outline they are wholly: as its opacity is used when the picture is
 * composed, painting by it would leave a rim of the worn colour.
 */
const ofPerson = (opacity: number): number => clamp(opacity / 0.2, 0, 1);

/** Takes the worn cloth's colour out of the hair over what was painted, in place: it shows between strands. */
function layHair(foreground: Rgb, { foreground: before, hairColours, protected: { hair } }: Subject): void {
  const [r, g, b] = foreground;
  for (let i = 0; i < hair.length; i++) {
    if (hair[i]! < 0.01 || (r[i] === before[0][i] && g[i] === before[1][i] && b[i] === before[2][i])) continue;
    for (let c = 0; c < 3; c++) foreground[c]![i]! += hair[i]! * (hairColours[c]![i]! - before[c]![i]!);
  }
}

/** What an error calls a garment of each kind. */
const garmentWords = { top: 'a top', outer: 'a jacket', dress: 'a dress', bottom: 'a garment on the legs' } as const;

/** A picture without any of the garments would be returned, and counted, for nothing. */
function nothingShown(plan: readonly Planned[], field: string): ServiceError {
  const left = plan.find(({ rendering }) => !rendering.approximations.includes('not_in_picture'));
  if (!left) return new ServiceError('garment_not_visible', { field });
  return new ServiceError('garment_not_dressed', {
    field,
    category: `${garmentWords[left.layer.kind]} over what is worn in this selfie`,
    details: 'the embedded preview cannot draw it in this pose; a hosted model can',
  });
}
