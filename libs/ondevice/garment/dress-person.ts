import { canvasOf, erase, finish, restore } from '../drawn/canvas.ts';
import { drawDress } from '../drawn/dress.ts';
import { clearLegs, drawLower } from '../drawn/lower-garment.ts';
import { type Measures, measure } from '../drawn/measures.ts';
import { neckEnd } from '../drawn/necklines.ts';
import { drawUpper } from '../drawn/upper-garment.ts';
import { wornUpper } from '../drawn/worn-away.ts';
import { luminanceOf } from '../pixels/colour.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Approximation } from './approximation.ts';
import { chooseRendering, type Rendering } from './choose-rendering.ts';
import { type ClothLight, clothLight } from './cloth-light.ts';
import { ofPrint } from './cloth-picture.ts';
import { layOnBody, naturalHem } from './lay-on-body.ts';
import { clothOf, fromInsideOut, type Layer } from './layer.ts';
import { longestShorts } from './leg-cuts.ts';
import { necklineCurve } from './neckline.ts';
import type { Cloth } from './paint-cloth.ts';
import type { Print } from './print.ts';
import { recolour } from './recolour.ts';
import { seeClothes } from './see-clothes.ts';
import type { SeenClothes } from './seen-clothes.ts';
import type { Subject } from './subject.ts';
import { measureWorn, type Worn } from './worn.ts';

/**
 * The dressed person's colours (sRGB 0..1) and opacity, the approximations, the number of visible layers, and whether any of them
 * is drawn: with an outline of its own it may cover bare skin.
 */
export type Dressed = {
  foreground: Rgb;
  matte: Plane;
  approximations: readonly Approximation[];
  shown: number;
  drawn: boolean;
};

type Planned = { layer: Layer; cloth: Cloth; rendering: Rendering };

/**
 * Dresses a person in `layers`: what keeps its outline is painted over the worn clothes, everything else drawn over that, from
 * the inside out, after the worn clothes are taken away. Hair, head and hands come back on top.
 */
export const dressPerson = (subject: Subject, layers: readonly Layer[]): Dressed => dress(subject, layers, true);

/** The same, but draws whatever the pose allows. */
export const dressInOutlines = (subject: Subject, layers: readonly Layer[]): Dressed => dress(subject, layers, false);

function dress(subject: Subject, layers: readonly Layer[], folds: boolean): Dressed {
  const worn = measureWorn(subject);
  const measures = measure(subject);
  const seen = seeClothes(subject, worn, measures);
  const plan = fromInsideOut(layers).map((layer): Planned => {
    const plain = clothOf(layer);
    const rendering = chooseRendering({ ...layer, light: luminanceOf(plain.colour) }, seen, folds);
    const cloth = layer.print ? printed(plain, layer.print, rendering, subject, worn, measures, layer) : plain;
    return { layer: { ...layer, sleeve: rendering.sleeve }, cloth, rendering };
  });
  const approximations = [...new Set(plan.flatMap(({ rendering }) => rendering.approximations))];
  const shown = plan.filter(({ rendering }) => rendering.way !== 'leave').length;
  const painted = paintWorn(subject, worn, plan);
  const drawn = plan.filter(({ rendering }) => rendering.way === 'draw');
  if (drawn.length === 0)
    return { foreground: painted.foreground, matte: subject.matte, approximations, shown, drawn: false };
  return { ...draw(painted, measures, worn, seen, drawn), approximations, shown, drawn: true };
}

/** The subject with what is recoloured. */
function paintWorn(subject: Subject, worn: Worn, plan: readonly Planned[]): Subject {
  const recoloured = plan.filter(({ rendering }) => rendering.way === 'recolour');
  if (recoloured.length === 0) return subject;
  const [r, g, b] = subject.foreground;
  const foreground: Rgb = [r.slice(), g.slice(), b.slice()];
  const light: ClothLight = clothLight(subject);
  for (const { layer, cloth } of recoloured) recolour(foreground, subject, worn, layer, cloth, light);
  return { ...subject, foreground };
}

function draw(
  subject: Subject,
  measures: Measures,
  worn: Worn,
  seen: SeenClothes,
  plan: readonly Planned[],
): { foreground: Rgb; matte: Plane } {
  const canvas = canvasOf(subject);
  const bare = !seen.lower || seen.lower.around === 'neither' || seen.lower.length <= longestShorts;
  const [below] = plan.filter(({ rendering }) => rendering.lower);
  const upper = plan.filter(({ layer }) => layer.kind !== 'bottom');
  if (upper.length > 0) {
    const sleeve = Math.max(...upper.map(({ layer }) => layer.sleeve));
    const [end] = upper.map(({ layer }) => neckEnd(layer.neck, measures)).sort((a, b) => b[0] - a[0]);
    erase(canvas, wornUpper(subject, measures, worn, sleeve, end!));
  }
  if (below?.rendering.lower) clearLegs(canvas, measures, subject, below.rendering.lower, below.rendering.tights);
  for (const { layer, cloth, rendering } of plan) {
    const lower = rendering.lower ?? layer.lower;
    if (layer.kind === 'bottom' && lower) {
      drawLower(canvas, measures, lower, { bare, waist: worn.waist }, cloth);
      // A worn top that stays hangs over it.
      if (upper.length === 0) restore(canvas, subject, worn.top);
    } else if (layer.kind === 'dress' && lower)
      drawDress(canvas, measures, subject, worn, { ...layer, lower, bare }, cloth);
    else drawUpper(canvas, measures, subject, worn, layer, cloth);
  }
  const { head, hair, hands } = subject.protected;
  restore(
    canvas,
    subject,
    head.map((value, i) => Math.max(value, hair[i]!, hands[i]!)),
  );
  return finish(canvas);
}

/** The cloth with a flat garment on it: on the parts that are drawn, or laid over the body where folds are kept. */
function printed(
  cloth: Cloth,
  print: Print,
  { way }: Rendering,
  subject: Subject,
  worn: Worn,
  measures: Measures,
  { neck }: Layer,
): Cloth {
  if (way === 'draw') return { ...cloth, picture: ofPrint(print, measures) };
  const hem = clamp(Math.max(naturalHem(print.shape, subject.parsed.frame), worn.waist ?? 0), 0.5, 1.12);
  const neckline = clamp(necklineCurve(neck, worn.neckline)(0), -0.15, 0.4);
  return { ...cloth, laid: layOnBody(print, subject, neckline, hem) };
}
