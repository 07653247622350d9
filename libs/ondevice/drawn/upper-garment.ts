import type { Layer } from '../garment/layer.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { isClose } from '../person/body-frame.ts';
import type { Point } from '../pixels/points.ts';
import { asWideAsWorn } from './as-wide-as-worn.ts';
import { armsBelow, neckSkin, without } from './bare-arms.ts';
import { type Canvas, restore } from './canvas.ts';
import { buttonCloth, tieCloth } from './cloth-of-details.ts';
import { collarParts, leafRise } from './collars.ts';
import { button, stitches } from './fastenings.ts';
import { hoodBehind } from './hood.ts';
import { insideCloth, insideOfNeck } from './inside-of-neck.ts';
import type { Measures } from './measures.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { openSide } from './open-side.ts';
import { paintPart } from './paint-part.ts';
import type { Part } from './part.ts';
import type { Raster } from './raster.ts';
import type { Side } from './side.ts';
import { type Sleeve, type SleeveFollows, sleeve } from './sleeve.ts';
import { strip } from './strip.ts';
import { tie } from './tie.ts';
import type { Trunk } from './trunk.ts';
import { turnedJaw } from './turned-jaw.ts';
import { gusset } from './under-cap.ts';
import { buttonsOf, hemBand, upperSeams } from './upper-details.ts';
import { tuckedInto, type UpperStyle, upperStyle } from './upper-styles.ts';
import { upperTrunk } from './upper-trunk.ts';
import { sleeveFollows, trunkFollows } from './where-to-follow.ts';

/** How deep the ribs of hems, cuffs and neckbands are. */
const ribDepth = 0.09;

/** Of what a jacket covers this is seen: so far from the middle, and below this v, where it may be longer; in shoulder widths. */
const front = { half: 0.36, below: 0.85 } as const;

/** What a top is tucked into: `at` which v it begins, and how it is drawn, before the sleeves. */
export type Tuck = { at: number; draw: () => void };

/**
 * Draws a garment for the upper body over the canvas, from which the worn one is already taken: what lies behind the neck, the trunk in
 * one or two halves with its sleeves, then collar and buttons. Bare arms beyond the sleeves come back on top.
 *
 * @param layer its `sleeve` is as long as it is to be drawn
 * @param covered whether something with sleeves as long is drawn over it, so that only its front is seen
 */
export function drawUpper(
  canvas: Canvas,
  measures: Measures,
  subject: Subject,
  worn: Worn,
  layer: Layer,
  cloth: Cloth,
  tuck: Tuck | undefined,
  covered: boolean,
): void {
  const style = tuck ? tuckedInto(upperStyle(layer), tuck.at) : upperStyle(layer);
  const begins = worn.neckline === undefined ? undefined : worn.neckline * measures.torso;
  const shape = neckShape(layer.neck, measures, begins);
  const neck = necklinePoints(measures, shape, style.lift);
  const body = upperTrunk(measures, style, {
    ...{ waist: tuck ? undefined : worn.waist, bare: layer.sleeve === 0, soft: cloth.surface.soft },
    ...{ neck, shares: shape.shares },
  });
  const outer = layer.kind === 'outer';
  const fit = { worn, sleeve: layer.sleeve, outer, close: isClose(subject.parsed.frame, subject.size) };
  // Where arms are bare the worn outline is theirs.
  const sleeved = layer.sleeve > 0 && !covered;
  const fits = sleeved && { follows: trunkFollows(measures, fit) };
  const inFront = covered ? (x: number, y: number) => seenInFront(measures, x, y) : undefined;
  const ribbed: Cloth = { ...cloth, surface: { ...cloth.surface, rib: ribDepth } };
  const paint = (part: Part, of: Cloth = cloth) => paintPart(canvas, measures, part, of);
  if (style.collar === 'hood') {
    paint(hoodBehind(measures));
    restore(canvas, subject, neckSkin(subject, measures));
  }
  if (!outer) paint(insideOfNeck(neck, style.collar === 'shirt' ? leafRise : undefined), insideCloth(cloth, measures));
  const wide = sleeved && asWideAsWorn(subject, measures, body, [neck[0]!, neck.at(-1)!]);
  if (wide) paint(wide);
  if (sleeved) for (const side of [0, 1] as const) paint({ ...gusset(measures, side, body, style.lift), ...fits });
  const sleeves: (Raster | undefined)[] = [];
  const sew = (side: Side) => {
    if (!sleeved) return;
    const own = { end: layer.sleeve, soft: cloth.surface.soft, follows: sleeveFollows(measures, side, fit) };
    const tube = sleeveOf(measures, side, style, body, own);
    sleeves.push(paint({ ...tube, seams: [...(tube.seams ?? []), stitches(tube.end, style.cuffs ? 0.1 : 0.03)] }));
    if (style.ribs && layer.sleeve > 1.5) paint(cuffOf(tube), ribbed);
  };
  if (style.front === 'plain' || style.front === 'buttons') {
    const seams = upperSeams(measures, body, style, 1);
    paint({ ...body, ...fits, ...(inFront && { inside: inFront }), shadow: { strength: 0.35 }, seams });
    tuck?.draw();
    for (const side of [0, 1] as const) sew(side);
    if (style.ribs) for (const part of hemBand(body, inFront)) paint(part, ribbed);
  } else
    for (const side of [0, 1] as const) {
      const { inside, shadow, seams, over: sewnOn } = openSide(measures, body, style, side);
      paint({ ...body, inside, ...fits, shadow, seams });
      sew(side);
      if (style.ribs) for (const part of hemBand(body, inside)) paint(part, ribbed);
      for (const part of sewnOn) paint(part, style.ribs ? ribbed : cloth);
    }
  const knitted = layer.material === 'knit' && (style.collar === 'band' || style.collar === 'turtle');
  for (const centre of buttonsOf(measures, body, style)) paint(button(centre, 0.016, body.form), buttonCloth(cloth));
  if (layer.tie) for (const part of tie(body, measures.torso)) paint(part, tieCloth(layer.tie));
  for (const part of collarParts(measures, body, style)) paint(part, knitted ? ribbed : cloth);
  if (style.collar === 'hood') restore(canvas, subject, turnedJaw(subject, measures));
  if (!covered)
    restore(canvas, subject, without(armsBelow(subject, measures, layer.sleeve), sleeves, canvas.size.width));
}

const seenInFront = ({ torso }: Measures, x: number, y: number): number =>
  Math.max(front.half - Math.abs(x), y - front.below * torso);

const sleeveOf = (
  measures: Measures,
  side: Side,
  style: UpperStyle,
  body: Trunk,
  own: { end: number; soft: number; follows: SleeveFollows },
): Sleeve =>
  sleeve(measures, side, {
    ...own,
    // A cuff ends above the hand.
    end: Math.min(own.end, 1.95),
    ease: style.sleeveEase,
    extra: style.sleeveExtra,
    lift: style.lift,
    folds: style.folds,
    trunk: body.form,
  });

const cuffOf = ({ end, form }: Sleeve): Part =>
  strip(
    end.map(([x, y]): Point => [x, y - 0.035]),
    0.045,
    0.015,
    form,
  );
