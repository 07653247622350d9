// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import type { Plane } from '../pixels/plane.ts';
import { distanceToSegment } from '../pixels/points.ts';
import { smoothstep } from '../pixels/scalar.ts';
import type { Evidence } from './body-evidence.ts';
import { limbScale } from './body-frame.ts';
import { label } from './labels.ts';
import { segmentsOf } from './limb-segments.ts';
import { bareOnes, onLimbs } from './on-limbs.ts';
import { roundNeck } from './round-neck.ts';

/** The classifier may be wrong where position and colour are certain. */
const leastBelief = 0.04;
/**
 * Where its answers count twice, as colours mislead: in the chin's shade skin is as dark as hair or cloth, and so is the inside of a collar. Its
 * mistakes are fewer there.
 */
const neck = { aside: 0.7, above: 0.3, below: 0.6 } as const;
const leastRoundNeck = 0.002;
/** Prior of hair and of what is worn above the waist where the classifier is sure of it, wherever it is: hair has any length. */
const seenAnywhere = 0.9;
/** From which belief on the classifier begins to be sure of hair, and from which it is: far from the head cloth in shade is a little like hair. */
const surelyHair = [0.4, 0.8] as const;
/** Prior of skin where it is sure of that and the colour is the face's, also if most of the trunk has that colour: a bare chest is no garment. */
const skinAnywhere = 0.45;
const surelySkin = [0.5, 0.9] as const;
/** A part that is less likely than this is no place to learn a label's colours from. */
const leastForSeed = 0.5;
/** Half the width of a raised arm, in shoulder widths: a sleeve beside the head is not hair, however brown. */
const halfArm = 0.13;
/** Share of its belief in clothes that does not count on a limb with the colours of skin: it has seen few bare arms, and hardly any that are raised. */
const mistakenOnSkin = 0.75;
/** Minimum share of the person at a pixel that the classifier's answers are divided by. */
const leastPerson = 0.02;

/**
 * Applies what the classifier of parts saw to the `priors` (one plane per label) and removes seeds that contradict it; both are
 * changed in place. What is person and what is ground is the matte's to tell: only the parts of the person are compared.
 */
export function weighByParts(
  parts: SeenParts,
  { size, frame, limbs, skinLike }: Pick<Evidence, 'size' | 'frame' | 'limbs' | 'skinLike'>,
  priors: readonly Plane[],
  seeds: Uint8Array,
): void {
  const told: readonly { plane: Plane; labels: readonly number[] }[] = [
    { plane: parts.hair, labels: [label.hair] },
    { plane: parts.skin, labels: [label.skin] },
    { plane: parts.clothes, labels: [label.top, label.bottom, label.shoes] },
  ];
  const { raised } = segmentsOf(frame);
  const reach = halfArm * limbScale(frame);
  const onArm = (x: number, y: number) => raised.some(([from, to]) => distanceToSegment(x, y, from, to) < reach);
  const nearNeck = roundNeck(frame, neck);
  /** Prior of a label where the classifier is sure of it. */
  const anywhere = (which: number, belief: number, i: number, x: number, y: number) => {
    if (which === label.hair) return onArm(x, y) ? 0 : seenAnywhere * smoothstep(surelyHair[0], surelyHair[1], belief);
    if (which === label.skin)
      return skinAnywhere * smoothstep(surelySkin[0], surelySkin[1], belief) * Math.min(1, skinLike[i]!);
    return which === label.top ? seenAnywhere * belief : 0;
  };
  const bare = bareOnes(limbs);
  const seen = partsOver(parts, size);
  const ground = priors[label.background]!;
  for (let i = 0; i < seeds.length; i++) {
    if (ground[i] === 1) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (!seen.covers(x, y)) continue;
    const person = Math.max(leastPerson, 1 - seen.value(parts.ground, x, y));
    const twice = nearNeck(x, y);
    const least = twice ? leastRoundNeck : leastBelief;
    for (let part = 0; part < told.length; part++) {
      const { plane, labels } = told[part]!;
      const counts = plane === parts.clothes && bare.length > 0 ? 1 - mistakenOnSkin * onLimbs(bare, x, y).bare : 1;
      const belief = counts * Math.min(1, seen.value(plane, x, y) / person);
      const weight = least + (1 - least) * (twice ? belief ** 2 : belief);
      for (let k = 0; k < labels.length; k++) {
        const which = labels[k]!;
        const floor = anywhere(which, belief, i, x, y) * (1 - ground[i]!);
        priors[which]![i] = Math.max(priors[which]![i]!, floor) * weight;
        if (seeds[i] === which && belief < leastForSeed) seeds[i] = 0;
      }
    }
  }
}
