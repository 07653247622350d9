import { bodyPart } from '../person/body-map.ts';
import { softenSteps } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { ClothLight } from './cloth-light.ts';
import type { Layer } from './layer.ts';
import { type Cloth, paintCloth } from './paint-cloth.ts';
import type { Subject } from './subject.ts';
import { plain } from './tailoring.ts';
import type { Worn } from './worn.ts';

/** A garment to paint over the worn one, its cloth, and the light on it. */
export type Recoloured = { layer: Layer; cloth: Cloth; light: ClothLight };

/**
 * Paints a garment over the worn one (`foreground`: sRGB 0..1, changed in place), within its outline and under its folds: no bare
 * arm, leg or neck is invented or painted, so cut, sleeves and hems stay those of the photograph.
 */
export function recolour(
  foreground: readonly Plane[],
  subject: Subject,
  worn: Worn,
  { layer, cloth, light }: Recoloured,
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
