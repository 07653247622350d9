import { bodyPart } from '../person/body-map.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { fromLinear, luminanceOf } from '../pixels/colour.ts';
import { latticeNoise, valueNoise, whiteNoise } from '../pixels/noise.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { type Cloth, onSwatch, type Surface } from './cloth.ts';
import type { ClothLight } from './cloth-light.ts';
import { blendColours, type Pattern, patternAt } from './patterns.ts';
import type { Subject } from './subject.ts';

/**
 * Tailored details of a garment, as planes 0..1: `raised` parts on top (lapels, collars), `lines` to darken (edges, buttons, pockets), `shadow` cast
 * by the raised parts.
 */
export type Tailoring = { raised: Plane; lines: Plane; shadow: Plane };

/** White cloth that is lit fully has no folds any more: how bright it is where it lies flat, and between which luminances cloth is white. */
const whiteKept = 0.85;
const whitish = [0.4, 0.85] as const;

/**
 * Paints `cloth` over `target` (three sRGB planes 0..1, changed in place) where `cover` is: colour x light in linear
 * light, patterns in body coordinates.
 */
export function paintCloth(
  target: readonly Plane[],
  subject: Subject,
  cover: Plane,
  cloth: Cloth,
  light: ClothLight,
  tailoring?: Tailoring,
): void {
  const { surface, swatch } = cloth;
  const { width } = subject.size;
  const exposure = light.exposure * mix(1, whiteKept, smoothstep(...whitish, luminanceOf(cloth.colour)));
  const pattern = patternPlane(subject, swatch ? 'solid' : cloth.pattern);
  for (let i = 0; i < cover.length; i++) {
    if (cover[i]! < 0.004) continue;
    const residual = subject.shading.residual[i]!;
    // A picture of cloth has sharp edges, which the grain of the worn one would fray.
    const place = onCloth(subject, i, swatch ? 0 : residual);
    const [raised, shadow, line] = tailoring
      ? [tailoring.raised[i]!, tailoring.shadow[i]!, tailoring.lines[i]!]
      : [0, 0, 0];
    const lit = light.at(i, surface, cloth.kind, raised);
    const exponent = lit.log + raised * 0.1 - shadow * 0.8 - line * 0.55;
    const grain = grainAt(surface, i % width, Math.floor(i / width), place.x);
    const brightness = Math.exp(clamp(exponent, -1.5, 0.8)) * (1 + grain) * exposure;
    const shine = (surface.gloss ?? 0) * 0.22 * lit.ridge ** 2 * exposure;
    const dyed = pattern ? blendColours(cloth.colour, cloth.second, pattern[i]!) : cloth.colour;
    const colour = swatch ? onSwatch(swatch, place.x, place.y) : dyed;
    const noise = light.noise * whiteNoise(i % width, Math.floor(i / width));
    for (let c = 0; c < 3; c++) {
      const seen = colour[c]! * brightness + shine;
      const value = clamp(fromLinear(clamp(seen + light.veil[c]! * (1 - seen), 0, 1)) + noise, 0, 1);
      target[c]![i] = mix(target[c]![i]!, value, cover[i]!);
    }
  }
}

/** The pattern's second colour's share at every pixel, blurred a little as its seams would be jagged. */
function patternPlane(subject: Subject, pattern: Pattern): Plane | undefined {
  if (pattern === 'solid') return undefined;
  const { residual } = subject.shading;
  const sharp = new Float32Array(residual.length);
  for (let i = 0; i < sharp.length; i++) {
    if (subject.matte[i]! < 0.004) continue;
    const { x, y } = onCloth(subject, i, residual[i]!);
    sharp[i] = patternAt(pattern, x, y);
  }
  return boxBlur(sharp, subject.size, 1);
}

/** Cloth coordinates in shoulder widths; folds push the pattern about a little. */
function onCloth({ body, parsed }: Subject, i: number, residual: number): { x: number; y: number } {
  const wobble = clamp(residual, -0.6, 0.5) * 0.03;
  const part = body.part[i]!;
  if (part === bodyPart.torso) {
    const { torsoLength, shoulderWidth } = parsed.frame;
    return { x: body.u[i]! + wobble, y: (body.v[i]! * torsoLength) / shoulderWidth + wobble * 0.8 };
  }
  const side = part < bodyPart.rightUpperArm ? -0.6 : 0.6;
  return { x: body.across[i]! * 0.2 + side + wobble, y: body.along[i]! * 0.62 + 0.05 + wobble * 0.8 };
}

function grainAt({ grain, rib = 0, twill = 0 }: Surface, x: number, y: number, across: number): number {
  const fine = (latticeNoise(x, y) - 0.5) * 2 * grain;
  const coarse = grain > 0.02 ? (valueNoise(x * 0.7, y * 0.7) - 0.5) * 1.5 * grain : 0;
  return fine + coarse + rib * 0.8 * Math.sin(across * Math.PI * 2 * 34) + twill * Math.sin((x + y) * 1.1);
}
