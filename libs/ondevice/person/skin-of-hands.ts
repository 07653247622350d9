import type { Plane } from '../pixels/plane.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';

/** Fewer pixels of hands show no colours. */
const leastKnown = 200;
/** From which opacity a pixel is surely a hand's. */
const surely = 0.9;

/**
 * The skin of the arms as a histogram (sum 1): half the face's `skin`, half that of the hands that the hand network found. Hands and arms lie
 * in the same light, a bent face in shade.
 *
 * @param found 0..1 on found hands
 */
export function skinOfArms(skin: Float32Array, found: Plane, bins: Uint16Array): Float32Array {
  const hands = new Float32Array(colourBins);
  let known = 0;
  for (let i = 0; i < found.length; i++) {
    if (found[i]! < surely) continue;
    hands[bins[i]!]! += 1;
    known++;
  }
  if (known < leastKnown) return skin;
  smoothHistogram(hands);
  return skin.map((own, bin) => 0.5 * own + 0.5 * hands[bin]!);
}
