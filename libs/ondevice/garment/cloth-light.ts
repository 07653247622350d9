import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { insideDistance } from '../pixels/inside-distance.ts';
import { fractalNoise } from '../pixels/noise.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';
import type { GarmentKind } from './garments.ts';
import type { Surface } from './materials.ts';
import type { Subject } from './subject.ts';

/**
 * Log-light (to be used as exp) on a garment at a pixel, and the scene's exposure as a factor. `raised` 0..1: how far the
 * pixel lies on a lapel or collar, whose folds are not those of the photograph.
 */
export type ClothLight = {
  at: (i: number, surface: Surface, kind: GarmentKind, raised: number) => number;
  exposure: number;
};

/**
 * How light falls on a new garment: the folds of the worn one where there was cloth, only broad light where there was
 * skin (else sleeves look like body paint), the roundness of torso and arms, darker rims, and faint folds of its own.
 */
export function clothLight(subject: Subject): ClothLight {
  const { size, matte, parsed, body, shading } = subject;
  const { shoulderWidth } = parsed.frame;
  const broad = gaussianBlur(shading.residual, size, shoulderWidth * 0.035);
  const medium = gaussianBlur(shading.residual, size, Math.max(2, shoulderWidth * 0.008));
  const form = gaussianBlur(roundness(subject), size, Math.max(2, shoulderWidth * 0.03));
  const depth = insideDistance(matte, size);
  const rimWidth = shoulderWidth * 0.05;
  const at = (i: number, surface: Surface, kind: GarmentKind, raised: number): number => {
    const source = shading.residual[i]!;
    const was = parsed.labels[i];
    const seen =
      was === label.top || was === label.bottom
        ? surface.gloss > 0.3
          ? mix(broad[i]!, medium[i]!, 0.8)
          : source
        : was === label.skin
          ? clamp(mix(broad[i]! * 0.6, source, kind === 'outer' ? 0.1 : 0.22), -0.5, 0.16)
          : mix(broad[i]!, source, 0.15);
    const rim = -0.28 * (1 - smoothstep(0, rimWidth, depth[i]!));
    const folds = (fractalNoise(body.u[i]! * 5 + body.v[i]! * 1.7 + 11, body.v[i]! * 2.2) - 0.5) * 0.3;
    return (
      mix(seen, broad[i]! * 0.5, raised * 0.8) * surface.contrast +
      form[i]! * 0.75 +
      rim * 0.6 +
      folds * (kind === 'outer' ? 0.8 : 0.5)
    );
  };
  const sample = shading.luminance.filter((_, i) => i % 7 === 0);
  return { at, exposure: clamp(quantile(sample, 0.985) / 0.8, 0.6, 1.05) };
}

/** Torso and arms as cylinders lit from the front and a little from the face's brighter side. */
function roundness({ size, parsed, body, shading }: Subject): Plane {
  const middle = (parsed.frame.head.chin[0] + parsed.frame.head.brow[0]) / 2;
  const sides = [0, 0, 0, 0];
  parsed.face.forEach((value, i) => {
    if (value < 0.5) return;
    const side = i % size.width < middle ? 0 : 2;
    sides[side]! += shading.luminance[i]!;
    sides[side + 1]! += 1;
  });
  const [left, leftCount, right, rightCount] = sides as [number, number, number, number];
  const known = leftCount > 0 && rightCount > 0;
  const lean = known ? clamp(Math.log((right / rightCount + 0.02) / (left / leftCount + 0.02)), -0.8, 0.8) : 0;
  return body.part.reduce((out, part, i) => {
    const torso = part === bodyPart.torso;
    const t = torso ? clamp(body.u[i]! / 0.52, -1, 1) : clamp(body.across[i]!, -1.15, 1.15);
    out[i] = torso ? -0.22 * t * t + lean * 0.25 * t : -0.3 * t ** 4 + lean * 0.2 * t;
    return out;
  }, new Float32Array(body.part.length));
}
