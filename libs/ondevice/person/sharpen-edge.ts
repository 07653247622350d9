import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { mix, smoothstep } from '../pixels/scalar.ts';
import type { Classes } from './classes.ts';

/** How widely the edges of cloth and skin are smoothed, and how far round a pixel hair is looked for, as shares of the longer side. */
const fine = 1 / 300;
const beside = 1 / 100;

/**
 * Sharpens a matte that a guided filter left half-transparent: cloth and skin have a hard, smooth edge, hair keeps its softness.
 */
export function sharpenEdge(matte: Plane, { hair, skin, clothes, other }: Classes, size: Size): Plane {
  const long = Math.max(size.width, size.height);
  const firm = new Float32Array(matte.length);
  for (let i = 0; i < firm.length; i++) firm[i] = clothes[i]! + skin[i]! + other[i]!;
  const even = gaussianBlur(matte, size, Math.max(1, long * fine));
  const hairNear = gaussianBlur(hair, size, Math.max(1, long * beside));
  const firmNear = gaussianBlur(firm, size, Math.max(1, long * beside), firm);
  const out = new Float32Array(matte.length);
  for (let i = 0; i < out.length; i++) {
    if (even[i] === 0 && matte[i] === 0) continue;
    const soft = smoothstep(0.3, 0.7, (hairNear[i]! + 1e-3) / (hairNear[i]! + firmNear[i]! + 1e-3));
    out[i] = mix(smoothstep(0.4, 0.68, even[i]!), smoothstep(0.3, 0.92, matte[i]!), soft);
  }
  return out;
}
