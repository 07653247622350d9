import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';

/** A matte grown by about `margin` pixels, so that nothing of the person is left outside; values 0 or more than 0. */
export const guardedMatte = (matte: Plane, size: Size, margin: number): Plane =>
  gaussianBlur(matte, size, margin).map((value, i) => Math.max(matte[i]!, smoothstep(0.02, 0.12, value)));
