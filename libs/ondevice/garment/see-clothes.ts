import type { BodyMeasures } from '../drawn/measures.ts';
import { canDraw } from '../drawn/pose.ts';
import { shouldersBelow } from '../person/body-frame.ts';
import { label } from '../person/labels.ts';
import { clothDistance, type Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { clamp } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';
import { seeLegs } from './see-legs.ts';
import type { SeenCloth, SeenClothes } from './seen-clothes.ts';
import type { Subject } from './subject.ts';
import type { Worn } from './worn.ts';

/** OKLab difference from which two cloths are not the same. */
const otherCloth = 0.07;
/** Share of the picture that has to be cloth for it to be worn there. */
const leastSeen = 0.004;

/** Reads {@link SeenClothes} from a photograph. */
export function seeClothes(subject: Subject, worn: Worn, measures: BodyMeasures): SeenClothes {
  const { size, parsed } = subject;
  const [upper, lower] = [clothAt(subject, label.top), clothAt(subject, label.bottom)];
  const legs = seeLegs(subject);
  const { arms } = parsed.frame;
  // Below the picture a sleeve goes on.
  const cut = arms.every(({ elbow, elbowSeen }) => !elbowSeen || elbow[1] > size.height);
  return {
    upper: upper && { ...upper.cloth, sleeve: cut ? undefined : worn.sleeve },
    lower: legs && { print: 0, light: 0.5, ...lower?.cloth, ...legs },
    oneDress: legs?.around === 'both' && !!upper && !!lower && clothDistance(upper.main, lower.main) < otherCloth,
    // Where the shoulders are below the picture their place is a guess.
    drawable: shouldersBelow(parsed.frame, size) ? { upper: false, lower: false } : canDraw(measures),
  };
}

/** The print is the share of other colours than the main one, weighed by how much they stand out; undefined where too little cloth is seen. */
function clothAt({ parsed, matte, shading }: Subject, which: number): { cloth: SeenCloth; main: Triple } | undefined {
  const pixels: number[] = [];
  for (let i = 0; i < matte.length; i += 3) if (parsed.labels[i] === which && matte[i]! > 0.9) pixels.push(i);
  if (pixels.length * 3 < leastSeen * matte.length) return undefined;
  const { clusters } = clusterColours(parsed.oklab, pixels);
  const main = clusters[0]!.oklab;
  const print = clusters.reduce(
    (sum, { oklab, share }) => sum + share * clamp(clothDistance(oklab, main) / 0.2, 0, 1),
    0,
  );
  return { cloth: { print, light: mean(Float32Array.from(pixels, (i) => shading.luminance[i]!)) }, main };
}
