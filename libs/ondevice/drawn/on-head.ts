import { dropApart } from '../pixels/drop-apart.ts';
import { type Plane, type Size, union } from '../pixels/plane.ts';

/** Opacity from which hair hangs together. */
const connected = 0.3;
/** How small an area apart from head and hair, as a share of these, is no lock: shade and collars on a neck are taken for hair. */
const leastLock = 0.015;

/** The hair without what is too small to lie apart from the head and other hair; opacities 0..1. */
export function onHead(hair: Plane, head: Plane, size: Size): Plane {
  const together = union(hair, head);
  dropApart(together, size, connected, leastLock);
  const out = hair.slice();
  for (let i = 0; i < out.length; i++) if (together[i] === 0) out[i] = 0;
  return out;
}
