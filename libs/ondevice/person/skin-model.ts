import type { OklabPlanes } from '../pixels/colour.ts';
import { median } from '../pixels/statistics.ts';
import { colourBin, colourBins, smoothHistogram } from './colour-histogram.ts';

/** Lighter and darker copies of the face's skin: the neck lies in shade, a forearm in light. */
const lighting = [0.72, 0.82, 0.91, 1, 1.07];

/**
 * A histogram (sum 1) of this person's skin colours, learnt from the pixels inside the face outline; without a face a
 * wide prior over all human skin.
 */
export function skinHistogram({ lightness, a, b }: OklabPlanes, faceMask: Float32Array | undefined): Float32Array {
  const histogram = new Float32Array(colourBins);
  const inFace: number[] = [];
  if (faceMask) for (let i = 0; i < faceMask.length; i++) if (faceMask[i]! > 0.5) inFace.push(i);
  if (inFace.length <= 50) {
    for (let l = 0.25; l < 0.92; l += 0.02)
      for (let x = 0.015; x < 0.07; x += 0.01)
        for (let y = 0.02; y < 0.09; y += 0.01) histogram[colourBin(l, x, y)]! += 1;
    return smoothHistogram(histogram);
  }
  const middle = [lightness, a, b].map((plane) => median(inFace.map((i) => plane[i]!)));
  for (const i of inFace) {
    // Eyes, brows, lips, glasses and beard are inside the outline too.
    if (Math.abs(lightness[i]! - middle[0]!) > 0.16) continue;
    if (Math.abs(a[i]! - middle[1]!) > 0.045 || Math.abs(b[i]! - middle[2]!) > 0.045) continue;
    for (let k = 0; k < lighting.length; k++) {
      const light = lighting[k]!;
      const chroma = 0.55 + 0.45 * light;
      histogram[colourBin(lightness[i]! * light, a[i]! * chroma, b[i]! * chroma)]! += light === 1 ? 1 : 0.55;
    }
  }
  return smoothHistogram(histogram);
}
