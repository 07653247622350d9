import { gaussianBlur } from '../pixels/box-blur.ts';
import { type Plane, type Size, stepPlane } from '../pixels/plane.ts';

/** A matte grown by about `margin` pixels, so that nothing of the person is left outside; values 0 or more than 0. */
export function guardedMatte(matte: Plane, size: Size, margin: number): Plane {
  const out = stepPlane(gaussianBlur(matte, size, margin), 0.02, 0.12);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(matte[i]!, out[i]!);
  return out;
}
