import { type Measures, measure } from '../drawn/measures.ts';
import { luminanceOf } from '../pixels/colour.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Approximation } from './approximation.ts';
import { chooseRenderings, type Rendering } from './choose-rendering.ts';
import { clothLight, foldsShown } from './cloth-light.ts';
import { ofPrint } from './cloth-picture.ts';
import { drawLayers, type Planned } from './draw-layers.ts';
import { foldContrast } from './fold-contrast.ts';
import { layOnBody, naturalHem } from './lay-on-body.ts';
import { clothOf, fromInsideOut, type Layer } from './layer.ts';
import { chromaOf, muted } from './muted.ts';
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

/**
 * The different ways to dress a person in `layers`, each rendered when it is asked for ({@link waysToTry}). What keeps its outline is painted
 * over the worn clothes, everything else drawn over that, from the inside out, after the worn clothes are taken away; hair, head and hands
 * come back on top.
 */
export function* waysToDress(subject: Subject, layers: readonly Layer[]): Generator<Dressed, void> {
  const worn = measureWorn(subject);
  const measures = measure(subject);
  const seen = seeClothes(subject, worn, measures);
  const chroma = chromaOf(subject.parsed.oklab);
  const ordered = fromInsideOut(layers).map((layer) => ({ layer, cloth: muted(clothOf(layer), chroma) }));
  const wanted = ordered.map(({ layer, cloth }) => ({ ...layer, light: luminanceOf(cloth.colour) }));
  const tried = new Set<string>();
  for (const [clothes, folds] of waysToTry(seen)) {
    const renderings = chooseRenderings(wanted, clothes, folds);
    const way = JSON.stringify(renderings);
    if (tried.has(way)) continue;
    tried.add(way);
    const plan = ordered.map(({ layer, cloth }, k): Planned => {
      const rendering = renderings[k]!;
      const made = layer.print ? printed(cloth, layer.print, rendering, subject, worn, measures, layer) : cloth;
      return { layer: { ...layer, sleeve: rendering.sleeve }, cloth: made, rendering };
    });
    yield dress(subject, measures, worn, seen, plan);
  }
}

/**
 * What is taken for seen, and whether worn folds may be kept, one try after the other. First as it fits; then with everything drawn that the
 * pose allows; then with nothing drawn, as the measures of a body are a guess in a close portrait. Where the shoulders are below the picture,
 * first with nothing drawn: collars and sleeves would be drawn on what is not there.
 */
export function waysToTry(seen: SeenClothes): readonly (readonly [clothes: SeenClothes, folds: boolean])[] {
  const drawn = [[seen, true] as const, [seen, false] as const];
  const painted = [{ ...seen, drawable: { upper: false, lower: false } }, true] as const;
  return seen.upper.belowPicture ? [painted, ...drawn] : [...drawn, painted];
}

function dress(subject: Subject, measures: Measures, worn: Worn, seen: SeenClothes, plan: readonly Planned[]): Dressed {
  const approximations: Approximation[] = [...new Set(plan.flatMap(({ rendering }) => rendering.approximations))];
  const shown = plan.filter(({ rendering }) => rendering.way !== 'leave').length;
  const painted = paintWorn(subject, measures, worn, seen, plan);
  const drawn = plan.filter(({ rendering }) => rendering.way === 'draw');
  if (drawn.length === 0)
    return { foreground: painted.foreground, matte: subject.matte, approximations, shown, drawn: false };
  const { foreground, matte, neckKept } = drawLayers(painted, measures, worn, seen, drawn);
  if (neckKept) approximations.push('neckline_kept');
  return { foreground, matte, approximations, shown, drawn: true };
}

/** The subject with what is recoloured. */
function paintWorn(
  subject: Subject,
  measures: Measures,
  worn: Worn,
  seen: SeenClothes,
  plan: readonly Planned[],
): Subject {
  const recoloured = plan.filter(({ rendering }) => rendering.way === 'recolour');
  if (recoloured.length === 0) return subject;
  const [r, g, b] = subject.foreground;
  const foreground: Rgb = [r.slice(), g.slice(), b.slice()];
  const light = clothLight(subject, measures);
  for (const { layer, cloth, rendering } of recoloured) {
    const cut: Layer = rendering.closed ? { ...layer, kind: 'top', neck: 'crew' } : layer;
    const seenCloth = (cut.kind === 'bottom' && seen.lower) || seen.upper;
    const luminance = luminanceOf(cloth.colour);
    const lit = light(foldsShown(seenCloth, luminance), foldContrast(seenCloth, luminance));
    recolour(foreground, subject, worn, cut, cloth, lit);
  }
  layHair(foreground, subject);
  return { ...subject, foreground };
}

/** Takes the worn cloth's colour out of the hair over what was painted, in place: it shows between strands. */
function layHair(foreground: Rgb, { foreground: before, hairColours, protected: { hair } }: Subject): void {
  const [r, g, b] = foreground;
  for (let i = 0; i < hair.length; i++) {
    if (hair[i]! < 0.01 || (r[i] === before[0][i] && g[i] === before[1][i] && b[i] === before[2][i])) continue;
    for (let c = 0; c < 3; c++) foreground[c]![i]! += hair[i]! * (hairColours[c]![i]! - before[c]![i]!);
  }
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
