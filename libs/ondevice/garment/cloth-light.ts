import type { PhotographLight } from '../drawn/photograph-light.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Triple } from '../pixels/colour.ts';
import { insideDistance } from '../pixels/inside-distance.ts';
import { maskOf, type Plane } from '../pixels/plane.ts';
import { distanceBetween } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { Surface } from './cloth.ts';
import { drawnFolds } from './drawn-folds.ts';
import type { GarmentKind } from './garments.ts';
import type { SeenCloth } from './see-clothes.ts';
import type { Subject } from './subject.ts';

/** Which share of the folds of a worn cloth a new one shows, 0..1, and with what contrast, as a factor on their log light. */
export type Folds = { share: number; contrast: number };

/** How much of the shade in its folds a white cloth lights up itself. */
const ownLight = 0.6;
/** The least contrast, as light cloth takes only a part of the folds of much darker one already, and the most: more would enlarge noise and seams. */
const [least, most] = [0.8, 1.9];

/**
 * The folds of a worn cloth on a new one of this luminance. Not shown is what may be a print, which light cloth shows most, or the noise of
 * a darker cloth. Light is thrown to and fro between the sides of a fold, the more the lighter the cloth (Langer 1999, When shadows become
 * interreflections), so that the folds of white cloth are pale ones. In photographs of plain tops, too, black and coloured ones have about twice the
 * contrast of white ones.
 */
export function foldsOn({ print, light }: SeenCloth, luminance: number): Folds {
  const printed = smoothstep(0.22, 0.42, print) * smoothstep(0.03, 0.3, luminance);
  const contrast = clamp((1 - ownLight * luminance) / (1 - ownLight * light), least, most);
  return {
    share: 1 - Math.max(0.85 * printed, 0.5 * smoothstep(0.22, 0.4, luminance - light)),
    // The edges of a print would be stronger, too.
    contrast: mix(contrast, 1, smoothstep(0.15, 0.3, print)),
  };
}

/** Light on a garment at a pixel: `log` to be used as exp(log), `ridge` 0..1 how far it lies on the crest of a fold. */
export type LightAt = { log: number; ridge: number };

/**
 * Light on a garment at a pixel, and the scene's exposure as a factor. `raised` 0..1: how far the pixel lies on a lapel
 * or collar, whose folds are not those of the photograph.
 */
export type ClothLight = {
  at: (i: number, surface: Surface, kind: GarmentKind, raised: number) => LightAt;
  exposure: number;
  /** Light that lies over the whole photograph, linear 0..1, and its noise, as a standard deviation in sRGB. */
  veil: Triple;
  noise: number;
};

/**
 * The light on a new garment: the folds of the worn one, the roundness of torso and arms, darker rims, the crease between sleeve and body, and
 * drawn folds where the photograph shows none (as on dark cloth, or on a printed one).
 *
 * @param measured the broad light is all that is taken of the photograph's where folds are not shown
 * @returns the light on a garment that shows so much of the worn one's folds
 */
export function clothLight(
  subject: Subject,
  { broadLight, exposure, veil, noise }: PhotographLight,
): (folds: Folds) => ClothLight {
  const { size, matte, parsed, shading } = subject;
  const { shoulderWidth } = parsed.frame;
  const broad = gaussianBlur(shading.residual, size, shoulderWidth * 0.035);
  const medium = gaussianBlur(shading.residual, size, Math.max(2, shoulderWidth * 0.008));
  const form = gaussianBlur(roundness(subject), size, Math.max(2, shoulderWidth * 0.03));
  const depth = insideDistance(matte, size);
  const rimWidth = shoulderWidth * 0.05;
  // Drawn folds are made for a person seen from the front.
  const [flat, faced] = [flatness(subject, medium, broad), facing(subject)];
  const crease = creases(subject);
  let folds: Plane | undefined;
  return ({ share, contrast }) => {
    const drawable = mix(1, flat, share) * faced;
    if (drawable > 0.01) folds ??= drawnFolds(parsed.frame, size);
    const at = (i: number, surface: Surface, kind: GarmentKind, raised: number): LightAt => {
      const broadest = Math.log(broadLight[i]!);
      const wide = mix(broadest, broad[i]!, share);
      // Shiny cloth is smooth.
      const seen = mix(broadest, ((surface.gloss ?? 0) > 0.3 ? medium : shading.residual)[i]!, share);
      const drawn = folds ? drawable * (folds[i]! * (kind === 'outer' ? 0.6 : 0.5) - crease[i]! * 0.4) : 0;
      const folded = wide + (seen - wide) * contrast + drawn;
      const rim = -0.17 * (1 - smoothstep(0, rimWidth, depth[i]!));
      const height = (medium[i]! - broad[i]!) * share + drawn;
      return {
        log: mix(folded, wide * 0.5, raised * 0.8) * surface.contrast + form[i]! * 0.75 + rim,
        ridge: smoothstep(0.01, 0.22, height * (1 - raised) + raised * 0.06 + form[i]! * 0.4),
      };
    };
    return { at, exposure, veil, noise };
  };
}

/** 1 when the worn top shows no folds (log light within about 5%), 0 when it shows plenty (15%). */
function flatness({ parsed, matte }: Subject, medium: Plane, broad: Plane): number {
  let sum = 0;
  let count = 0;
  for (let i = 0; i < matte.length; i += 3) {
    if (parsed.labels[i] !== label.top || matte[i]! < 0.9) continue;
    sum += (medium[i]! - broad[i]!) ** 2;
    count++;
  }
  return 1 - smoothstep(0.03, 0.1, Math.sqrt(sum / Math.max(1, count)));
}

/** 1 seen from the front, 0 from the side: by how wide the shoulders are for the torso's length. */
function facing({ parsed }: Subject): number {
  const [left, right] = parsed.frame.arms;
  return smoothstep(0.5, 0.75, distanceBetween(left.shoulder, right.shoulder) / parsed.frame.torsoLength);
}

/** 0..1 along the border between hanging arms and torso. */
function creases({ size, parsed, body }: Subject): Plane {
  const torso = maskOf(body.part, bodyPart.torso);
  const out = gaussianBlur(torso, size, Math.max(1.5, parsed.frame.shoulderWidth * 0.014));
  for (let i = 0; i < out.length; i++) {
    const edge = 4 * out[i]! * (1 - out[i]!);
    // The shadow lies on the body; above the armpit arm and torso are one.
    out[i] = edge === 0 ? 0 : edge * (0.5 + 0.5 * torso[i]!) * smoothstep(0.16, 0.4, body.v[i]!);
  }
  return out;
}

/** Torso and arms as cylinders lit from the front. */
const roundness = ({ body }: Subject): Plane =>
  body.u.map((u, i) =>
    body.part[i] === bodyPart.torso
      ? -0.22 * clamp(u / 0.52, -1, 1) ** 2
      : -0.3 * clamp(body.across[i]!, -1.15, 1.15) ** 4,
  );
