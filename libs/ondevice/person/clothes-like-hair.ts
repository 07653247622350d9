import { colourBins, smoothHistogram } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Share of the colours that hair and clothes have in common, from which one is taken for the other. */
const mostShared = 0.7;

/**
 * Whether what was found to be hair below the chin may as well be the clothes: it has most of their colours, and there is more of it than of
 * them. Histogram intersection (Swain and Ballard 1991).
 *
 * @param isFollowed where hair was found that was not known before
 */
export function clothesLikeHair(labels: Uint8Array, bins: Uint16Array, isFollowed: (i: number) => boolean): boolean {
  const [hair, clothes] = [new Float32Array(colourBins), new Float32Array(colourBins)];
  let [followed, worn] = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.hair && isFollowed(i)) {
      hair[bins[i]!]! += 1;
      followed++;
    } else if (labels[i] === label.top) {
      clothes[bins[i]!]! += 1;
      worn++;
    }
  }
  if (followed <= worn) return false;
  for (const histogram of [hair, clothes]) smoothHistogram(histogram);
  return hair.reduce((sum, share, bin) => sum + Math.min(share, clothes[bin]!), 0) > mostShared;
}
