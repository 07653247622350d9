import { boxBlur } from './box-blur.ts';
import type { Plane, Size } from './plane.ts';
import { mix } from './scalar.ts';

/** How much of a pixel is what the nine round it are. */
const seenBeside = 0.7;

/** An opacity that was decided for each pixel alone, without the steps of its outline: a camera's pixels see a little of their neighbours. */
export function softenSteps(opacity: Plane, size: Size): Plane {
  const soft = boxBlur(opacity, size, 1);
  for (let i = 0; i < soft.length; i++) soft[i] = mix(opacity[i]!, soft[i]!, seenBeside);
  return soft;
}
