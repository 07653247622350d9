import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { partAt } from '../parts/see-parts.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import type { ParsedPerson } from '../person/parse-person.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { type Plane, stepPlane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import type { Measures } from './measures.ts';
import { besideNeck } from './neck.ts';
import type { Pair } from './side.ts';

/** How far round the worn top its blurred edge is taken away too, in shoulder widths. */
const edge = 0.014;

/**
 * Where the worn top and the arms down to `sleeve` are, 0..1: a drawn garment may be narrower. The skin of neck and chest stays,
 * as it is seen in the new neckline, which ends at `ends`; so does what is worn below.
 */
export function wornUpper(
  { parsed, body, size, protected: { head } }: Subject,
  measures: Measures,
  worn: Worn,
  sleeve: number,
  ends: Pair<Point>,
): Plane {
  const { labels } = parsed;
  const { toBody, chin, tips, neck } = measures;
  const mask = new Float32Array(labels.length);
  const stays = new Uint8Array(labels.length);
  const [left, right] = ends;
  const neckEnd: Point = [Math.max(-left[0], right[0]), (left[1] + right[1]) / 2];
  for (let i = 0; i < mask.length; i++) {
    if (labels[i] === label.skin) {
      const x = i % size.width;
      const [u, v] = toBody(x, (i - x) / size.width);
      const outside = v < neckEnd[1] ? besideNeck(neck, u, v) > 0.012 : Math.abs(u) > neckEnd[0];
      const arm = body.part[i] !== bodyPart.torso && body.along[i]! < sleeve;
      // A collar labelled as skin has not its colour; what has may be hair that falls behind the shoulder.
      const cloth = outside && parsed.skinLike[i]! <= 1 && seenAsCloth(parsed, x, (i - x) / size.width, v > chin[1]);
      const collar = cloth && v < Math.max(tips[0][1], tips[1][1]) && head[i] === 0;
      if (arm || collar) mask[i] = 1;
      else stays[i] = outside ? 0 : 1;
    } else if (labels[i] === label.top) mask[i] = 1;
    else {
      mask[i] = worn.top[i]!;
      stays[i] = labels[i] === label.bottom ? 1 : 0;
    }
  }
  const wide = stepPlane(boxBlur(mask, size, Math.max(2, edge * measures.scale)), 0, 0.3);
  for (let i = 0; i < wide.length; i++) if (stays[i] === 1) wide[i] = mask[i]!;
  return wide;
}

/**
 * Whether a pixel without the colour of skin is cloth by the classifier of parts, rather than a beard or shaded skin; `otherwise` where that
 * saw nothing. Where it is in doubt, colour decides.
 */
export function seenAsCloth({ parts }: Pick<ParsedPerson, 'parts'>, x: number, y: number, otherwise: boolean): boolean {
  const cloth = parts && partAt(parts, parts.clothes, x, y);
  if (parts === undefined || cloth === undefined) return otherwise;
  return 2 * cloth > partAt(parts, parts.skin, x, y)! + partAt(parts, parts.hair, x, y)!;
}
