import { boxBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import { medianWhere } from '../pixels/statistics.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Share of the trunk that has another colour than the hair, from which only that is cloth. */
const leastCloth = 0.2;
/** Minimum share of the picture of hair around the head, to know its colour. */
const leastShare = 0.002;
/** How much rougher than the face hair is, and how much less likely skin is where it is that rough. */
const rougher = 1.6;
const roughSkin = 0.25;
/** How much less likely hair is where it is much smoother than most of it, as shares of that. */
const smooth = { from: 0.2, to: 0.5 };
const smoothHair = 0.3;

/** Colours of a person; `kept` > 0.5 on face, hands and bare limbs. */
export type Coloured = { bins: Uint16Array; kept: Plane; frame: BodyFrame; size: Size };

/**
 * Posterior 0..1 of hair by colour and texture alone against the better of clothes and skin.
 *
 * @param rough of `roughness`
 * @returns undefined where little hair is known
 */
export function likelyHair(labels: Uint8Array, rough: Plane, { bins, kept, frame, size }: Coloured): Plane | undefined {
  const [hair, skin] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  let known = 0;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.hair) {
      hair[bins[i]!]! += 1;
      known++;
    } else if (labels[i] === label.skin && kept[i]! > 0.5) skin[bins[i]!]! += 1;
  }
  if (known < leastShare * labels.length) return undefined;
  for (const histogram of [hair, skin]) smoothHistogram(histogram);
  const cloth = coloursOfCloth(labels, hair, bins, frame, size);
  // A colour that is rare in the hair is its shadow, and anything black has that.
  const rare = 0.15 * hair.reduce((sum, h) => sum + h * h, 0);
  const even = rougher * medianWhere(rough, (i) => kept[i]! > 0.9);
  const strands = medianWhere(rough, (i) => labels[i] === label.hair && kept[i]! < 0.5);
  const shares = new Float32Array(bins.length);
  for (let i = 0; i < bins.length; i++) {
    const bin = bins[i]!;
    // Hair may have the colour of skin, but has strands.
    const bare = even > 0 && rough[i]! > even ? skin[bin]! * roughSkin : skin[bin]!;
    const own =
      hair[bin]! * mix(smoothHair, 1, smoothstep(smooth.from, smooth.to, strands > 0 ? rough[i]! / strands : 1));
    shares[i] = own / (own + Math.max(bare, cloth[bin]!) + rare);
  }
  return boxBlur(shares, size, Math.max(1, Math.round(Math.max(size.width, size.height) / 400)));
}

/** Histogram (sum 1) of the cloth on the trunk. Hair over the chest is taken for cloth at first: it is what differs from the hair, if there is enough. */
function coloursOfCloth(
  labels: Uint8Array,
  hair: Float32Array,
  bins: Uint16Array,
  frame: BodyFrame,
  { width }: Size,
): Float32Array {
  const [trunk, other, anywhere] = [0, 1, 2].map(() => new Float32Array(colourBins)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  let [onTrunk, differs] = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label.top && labels[i] !== label.bottom) continue;
    const bin = bins[i]!;
    const isOther = hair[bin]! < 1 / colourBins;
    if (isOther) anywhere[bin]! += 1;
    const x = i % width;
    const y = (i - x) / width;
    const v = downTorso(frame, x, y);
    if (v <= 0.1 || v >= 1.2 || Math.abs(acrossTorso(frame, x, y)) >= 0.4) continue;
    trunk[bin]! += 1;
    onTrunk++;
    if (!isOther) continue;
    other[bin]! += 1;
    differs++;
  }
  // A portrait without a chest shows cloth on the shoulders.
  return smoothHistogram(differs > leastCloth * onTrunk ? other : onTrunk > 0 ? trunk : anywhere);
}
