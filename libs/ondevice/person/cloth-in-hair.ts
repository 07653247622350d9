import type { OklabPlanes } from '../pixels/colour.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskOf, type Size } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import { clearEvidence } from './clear-evidence.ts';
import { colourBin, colourBins, smoothHistogram } from './colour-histogram.ts';
import type { Head } from './head.ts';
import { label } from './labels.ts';

/** How near a top hair may be cloth seen between strands, and how far inside its label a top is surely one: in face heights. */
const reach = { doubtful: 0.3, sure: 0.04 } as const;
/** By how much the shade of strands scales a colour. */
const shades = [1, 0.85, 0.7, 0.55] as const;
/** Fewer pixels show no colours. */
const leastKnown = 300;
/** Likelihood of a colour that was not seen. */
const unseen = 0.2 / colourBins;
/** How much likelier a colour has to be the cloth's than the hair's, as a natural logarithm. */
const clearly = Math.log(2);
/** In which share of the picture's longer side it is looked for. */
const radius = 1 / 400;
/** Up to which overlap of their histograms cloth and hair are told apart, and from which they are alike. */
const overlap = { apart: 0.25, alike: 0.75 } as const;

/**
 * Labels as a top, in place, what is taken for hair near one but has clearly the top's colour and not the hair's: the classifier of
 * parts does not resolve the gaps between strands. The hair's colours are learnt where it is far from any top. Where the two are
 * alike the labels stay.
 */
export function clothInHair(
  labels: Uint8Array,
  oklab: OklabPlanes,
  bins: Uint16Array,
  { head }: { head: Pick<Head, 'height'> },
  size: Size,
): void {
  const top = maskOf(labels, label.top);
  const within = insideDistance(top, size);
  const beyond = outsideDistance(top, size);
  const near = reach.doubtful * head.height;
  const cloth = learn(oklab, (i) => within[i]! > reach.sure * head.height);
  const hair = learn(oklab, (i) => labels[i] === label.hair && beyond[i]! > near);
  if (!cloth || !hair) return;
  const evidence = evidenceOf(cloth, hair);
  const isDoubtful = (i: number) => labels[i] === label.hair && beyond[i]! <= near;
  const isCloth = clearEvidence(bins, size, isDoubtful, { evidence, clearly, radius });
  for (let i = 0; i < labels.length; i++) if (isCloth(i)) labels[i] = label.top;
}

/** Colour histograms of something as it is seen, and as it is in all shades of strands: those scale all three of OKLab alike. */
type Colours = { seen: Float32Array; shaded: Float32Array };

function learn({ lightness, a, b }: OklabPlanes, isKnown: (i: number) => boolean): Colours | undefined {
  const [seen, shaded] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  let known = 0;
  for (let i = 0; i < lightness.length; i++) {
    if (!isKnown(i)) continue;
    known++;
    seen[colourBin(lightness[i]!, a[i]!, b[i]!)]! += 1;
    for (const shade of shades) shaded[colourBin(shade * lightness[i]!, shade * a[i]!, shade * b[i]!)]! += 1;
  }
  return known < leastKnown ? undefined : { seen: smoothHistogram(seen), shaded: smoothHistogram(shaded) };
}

/** Of each bin, the logarithm of how much likelier cloth below hair has its colour than hair, in light or shade; scaled by how far the two can be told apart. */
function evidenceOf(cloth: Colours, hair: Colours): Float32Array {
  let alike = 0;
  for (let bin = 0; bin < colourBins; bin++) alike += Math.sqrt(cloth.seen[bin]! * hair.seen[bin]!);
  const trust = 1 - smoothstep(overlap.apart, overlap.alike, alike);
  return cloth.shaded.map((likely, bin) => {
    const asHair = Math.max(hair.seen[bin]!, hair.shaded[bin]!);
    return trust * Math.log((likely + unseen) / (asHair + unseen));
  });
}
