import type { BodyMeasures } from '../drawn/measures.ts';
import { frontSeen, plausiblePose } from '../drawn/plausible-pose.ts';
import { bendsForward } from '../person/bends-forward.ts';
import { shouldersBelow } from '../person/body-frame.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { clamp } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';
import { strongPrint } from './choose-rendering.ts';
import { isCropped } from './is-cropped.ts';
import { isPlainCloth } from './is-plain-cloth.ts';
import { seeLegs } from './see-legs.ts';
import type { SeenCloth, SeenClothes } from './seen-clothes.ts';
import type { Subject } from './subject.ts';
import type { Worn } from './worn.ts';

/** OKLab difference from which two cloths are not the same. */
const otherCloth = 0.07;
/** Where a top begins that closes round the neck, in v. */
const highNeck = -0.17;
/** Fewer pixels of a cloth say nothing about it. */
const leastPixels = 150;

/** Reads {@link SeenClothes} from a photograph. */
export function seeClothes(subject: Subject, worn: Worn, measures: BodyMeasures): SeenClothes {
  const upper = clothAt(subject, label.top);
  const lower = clothAt(subject, label.bottom);
  const legs = seeLegs(subject, measures);
  const { size, parsed } = subject;
  const { frame } = parsed;
  return {
    upper: {
      ...upper.cloth,
      sleeve: worn.sleeve,
      high: worn.neckline !== undefined && worn.neckline < highNeck,
      cropped: isCropped(subject),
      belowPicture: shouldersBelow(frame, size),
    },
    lower: legs && { ...lower.cloth, ...legs },
    oneDress: legs?.around === 'both' && apart(upper.main, lower.main) < otherCloth,
    frontSeen: frontSeen(measures),
    drawable: bendsForward(frame) ? { upper: false, lower: false } : plausiblePose(measures),
  };
}

const apart = (p: Triple, q: Triple): number => Math.hypot(0.7 * (p[0] - q[0]), 2 * (p[1] - q[1]), 2 * (p[2] - q[2]));

/**
 * The print is the share of other colours than the main one, weighed by how much they stand out; a strong one if the cloth is not plain
 * ({@link isPlainCloth}).
 */
function clothAt({ parsed, matte, shading, size }: Subject, which: number): { cloth: SeenCloth; main: Triple } {
  const isCloth = (i: number) => parsed.labels[i] === which && matte[i]! > 0.9;
  const pixels: number[] = [];
  for (let i = 0; i < matte.length; i += 3) if (isCloth(i)) pixels.push(i);
  if (pixels.length < leastPixels) return { cloth: { print: 0, light: 0.5 }, main: [0, 0, 0] };
  const { clusters } = clusterColours(parsed.oklab, pixels);
  const main = clusters[0]!.oklab;
  const patches = clusters.reduce((sum, { oklab, share }) => sum + share * clamp(apart(oklab, main) / 0.2, 0, 1), 0);
  const isPlain = isPlainCloth(parsed.oklab, pixels, isCloth, size.width, parsed.frame.shoulderWidth);
  const print = isPlain ? patches : Math.max(patches, strongPrint);
  return { cloth: { print, light: mean(Float32Array.from(pixels, (i) => shading.luminance[i]!)) }, main };
}
