import { boxBlur } from '../pixels/box-blur.ts';
import { maskOf, type Plane, type Size } from '../pixels/plane.ts';
import { acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';
import { label } from './labels.ts';

/**
 * Labels slivers of a collar beside the neck as top, in place: they are taken for skin because of their position, but do not
 * have its colour.
 */
export function relabelCollar(
  labels: Uint8Array,
  face: Plane,
  skinLike: Plane,
  frame: BodyFrame,
  size: Size,
): Uint8Array {
  const near = boxBlur(maskOf(labels, label.top), size, frame.shoulderWidth * 0.05);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label.skin || face[i]! > 0 || near[i]! < 0.08 || skinLike[i]! > 0.2) continue;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    if (v > -0.5 && v < 0.3 && Math.abs(acrossTorso(frame, x, y)) < 0.45) labels[i] = label.top;
  }
  return labels;
}
