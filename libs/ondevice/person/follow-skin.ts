import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { clearEvidence } from './clear-evidence.ts';
import { colourBins, evidenceFor, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Fewer pixels show no colours. */
const leastKnown = 300;
/** How much likelier a colour has to be the skin's than the cloth's, as a natural logarithm. */
const clearly = Math.log(1.5);
/** In which share of the picture's longer side it is looked for: cloth has thin lines. */
const radius = 1 / 250;

/** Skin that goes on: `from` where it is known (1, else 0), `knownAt` where its colours are learnt, `isNear` how far it can reach. */
export type SkinToFollow = { from: Plane; knownAt: (i: number) => boolean; isNear: (i: number) => boolean };

/** Whether a pixel is labelled as a garment on trunk or legs. */
export const isCloth = (labels: Uint8Array, i: number): boolean =>
  labels[i] === label.top || labels[i] === label.bottom;

/**
 * Labels as skin, in place, what is labelled as a garment but goes on from known skin in its colours rather than in those of the clothes. Where
 * both have the same colours the labels stay.
 *
 * @returns false where too little of the skin or of clothes is seen to know their colours
 */
export function followSkin(
  labels: Uint8Array,
  { from, knownAt, isNear }: SkinToFollow,
  bins: Uint16Array,
  size: Size,
): boolean {
  const [skin, cloth] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  const known = { skin: 0, cloth: 0 };
  for (let i = 0; i < labels.length; i++) {
    if (knownAt(i)) {
      skin[bins[i]!]! += 1;
      known.skin++;
    } else if (isCloth(labels, i)) {
      cloth[bins[i]!]! += 1;
      known.cloth++;
    }
  }
  if (known.skin < leastKnown || known.cloth < leastKnown) return false;
  smoothHistogram(skin);
  smoothHistogram(cloth);
  const canBe = (i: number) => isCloth(labels, i) && isNear(i);
  const goesOn = clearEvidence(bins, size, canBe, { evidence: evidenceFor(skin, cloth), clearly, radius });
  const areas = connectedComponents((i) => from[i] === 1 || goesOn(i) || (labels[i] === label.skin && isNear(i)), size);
  const isReached = areas.sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) if (from[i] === 1) isReached[areas.labels[i]!] = true;
  for (let i = 0; i < labels.length; i++) if (isReached[areas.labels[i]!] && goesOn(i)) labels[i] = label.skin;
  return true;
}
