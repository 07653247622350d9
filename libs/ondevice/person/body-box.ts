import { type Region, regionPoint } from '../models/crop.ts';
import type { Pose } from './find-pose.ts';

/** Room round a body, as a share of its longer side. */
const room = 0.06;
/** Every so many values of the mask are looked at. */
const step = 4;

/** The upright box of a body by the mask of its pose, in image pixels; it may reach out of the image. */
export function bodyBox({ mask, region }: Pose): Region {
  const side = Math.sqrt(mask.length);
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let y = 0; y < side; y += step)
    for (let x = 0; x < side; x += step) {
      if (mask[y * side + x]! <= 0) continue;
      const [px, py] = regionPoint(region, (x + 0.5) / side, (y + 0.5) / side);
      [left, right] = [Math.min(left, px), Math.max(right, px)];
      [top, bottom] = [Math.min(top, py), Math.max(bottom, py)];
    }
  if (left > right) return region;
  const pad = room * Math.max(right - left, bottom - top);
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: right - left + 2 * pad,
    height: bottom - top + 2 * pad,
    rotation: 0,
  };
}
