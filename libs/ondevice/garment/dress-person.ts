import { ServiceError } from '@styling/service/errors.ts';
import { drawGarments } from '../drawn/draw-garments.ts';
import { measure } from '../drawn/measures.ts';
import { bodyPart } from '../person/body-map.ts';
import { softenSteps } from '../pixels/box-blur.ts';
import { luminanceOf } from '../pixels/colour.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Approximation } from './approximation.ts';
import { chooseRendering, type Rendering } from './choose-rendering.ts';
import { type Cloth, chromaOf, muted } from './cloth.ts';
import { clothLight, foldsOn } from './cloth-light.ts';
import { clothOf, fromInsideOut, type Layer, tights } from './layer.ts';
import { paintCloth } from './paint-cloth.ts';
import { seeClothes, usualCloth } from './see-clothes.ts';
import type { Subject } from './subject.ts';
import { measureWorn, type Worn } from './worn.ts';

/** The dressed person's colours (sRGB 0..1) and opacity, and what the picture only approximates. */
export type Dressed = { foreground: Rgb; matte: Plane; approximations: readonly Approximation[] };

/** A garment, its cloth, and how it gets into the picture. */
type Planned = Rendering & { layer: Layer; cloth: Cloth };

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
    return { layer, cloth: muted(clothOf(layer), chroma), ...chooseRendering(layer, seen) };
  });
  // What is worn below a jacket that is left out was not asked for.
  const shown = plan.filter(({ way }) => way !== 'leave');
  if (!shown.some(({ layer }) => layers.includes(layer))) throw nothingShown(plan, field);
  const [r, g, b] = subject.foreground;
  const foreground: Rgb = [r.slice(), g.slice(), b.slice()];
  const light = clothLight(subject, measures);
  const wornBelow = ({ kind }: Layer) => (kind === 'bottom' ? seen.lower : seen.upper) ?? usualCloth;
  // No bare arm, leg or neck is invented or painted: cut, sleeves and hems stay those of the photograph.
  const recolour = (layer: Layer, cloth: Cloth) => {
    const folds = foldsOn(wornBelow(layer), luminanceOf(cloth.colour));
    paintCloth(foreground, subject, coverage(subject, worn, layer), cloth, light(folds));
  };
  for (const { layer, cloth, way, tights: hasTights } of shown) {
    if (hasTights) recolour(tights, clothOf(tights));
    if (way === 'recolour') recolour(layer, cloth);
  }
  const approximations = [...new Set(plan.flatMap((one) => one.approximations))];
  const drawn = shown
    .filter(({ way }) => way === 'draw')
    .map(({ layer, cloth, lower = layer.lower }) => ({ layer, cloth, lower, worn: wornBelow(layer) }));
  if (drawn.length === 0) return { foreground, matte: subject.matte, approximations };
  return { ...drawGarments({ ...subject, foreground }, measures, drawn), approximations };
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

/** What an error calls a garment of each kind. */
const garmentWords = { top: 'a top', outer: 'a jacket', dress: 'a dress', bottom: 'a garment on the legs' } as const;

/** A picture without any of the garments would be returned, and counted, for nothing. */
function nothingShown(plan: readonly Planned[], field: string): ServiceError {
  const left = plan.find(({ approximations }) => !approximations.includes('not_in_picture'));
  if (!left) return new ServiceError('garment_not_visible', { field });
  return new ServiceError('garment_not_dressed', {
    field,
    category: `${garmentWords[left.layer.kind]} over what is worn in this selfie`,
    details: 'the embedded preview cannot draw it in this pose; a hosted model can',
  });
}
