import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Plane } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import { besideNeck } from './neck.ts';
import type { Raster } from './raster.ts';
import { both } from './side.ts';
import { onTube, tubeAxis } from './tube.ts';

/** Which part of a person's bare arms is left outside: `from` to the fingers (0 at the shoulder, 1 at the elbow). */
export function armsBelow({ protected: { skin }, size }: Subject, { arms, toBody }: Measures, from: number): Plane {
  const axes = both((side) => tubeAxis(arms[side], 2));
  const out = new Float32Array(skin.length);
  for (let i = 0; i < out.length; i++) {
    if (skin[i] === 0) continue;
    const x = i % size.width;
    const [u, v] = toBody(x, (i - x) / size.width);
    const { along, across } = onTube(axes[u < 0 ? 0 : 1], u, v);
    // Below the wrists are hands and legs.
    if (along < 2.4 && Math.abs(across) < 0.3) out[i] = skin[i]! * smoothstep(from - 0.06, from, along);
  }
  return out;
}

/** Takes what `rasters` cover out of a mask, in place. */
export function without(mask: Plane, rasters: readonly (Raster | undefined)[], width: number): Plane {
  for (const raster of rasters) {
    if (!raster) continue;
    const { left, top, size, alpha } = raster;
    for (let i = 0; i < alpha.length; i++) {
      if (alpha[i] === 0) continue;
      const x = left + (i % size.width);
      const y = top + Math.floor(i / size.width);
      if (x < 0 || y < 0 || x >= width) continue;
      const at = y * width + x;
      if (at < mask.length) mask[at]! *= 1 - alpha[i]!;
    }
  }
  return mask;
}

/** The skin of the neck, which lies before a hood, 0 or 1. */
export function neckSkin({ parsed, size }: Subject, { toBody, neck }: Measures): Plane {
  const mask = new Float32Array(parsed.labels.length);
  for (let i = 0; i < mask.length; i++) {
    if (parsed.labels[i] !== label.skin) continue;
    const x = i % size.width;
    const [u, v] = toBody(x, (i - x) / size.width);
    if (v < 0.3 && besideNeck(neck, u, v) < 0.012) mask[i] = 1;
  }
  return mask;
}
