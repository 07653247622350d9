import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { clamp } from '../pixels/scalar.ts';

/**
 * Where the light of a photograph comes from: to the side as the face's log luminance rises across it (a least squares slope per
 * half face), from above and from the front as usual.
 *
 * @returns a unit vector: x to the right, y down the picture, z towards us
 */
export function lightDirection({ parsed, shading, size }: Subject): Triple {
  const { centre, width } = parsed.frame.head;
  let [n, sumU, sumL, sumUU, sumUL] = [0, 0, 0, 0, 0];
  for (let i = 0; i < parsed.face.length; i++) {
    if (parsed.face[i]! < 0.5 || parsed.labels[i] !== label.skin) continue;
    const u = ((i % size.width) - centre[0]) / (width / 2);
    if (Math.abs(u) > 0.8) continue;
    const light = Math.log(shading.luminance[i]! + 0.02);
    n++;
    sumU += u;
    sumL += light;
    sumUU += u * u;
    sumUL += u * light;
  }
  const spread = sumUU - (sumU * sumU) / n;
  const slope = n > 50 && spread > 1 ? (sumUL - (sumU * sumL) / n) / spread : 0.2;
  const sideways = clamp(0.8 * slope, -0.5, 0.5);
  const length = Math.hypot(sideways, 0.5, 0.9);
  return [sideways / length, -0.5 / length, 0.9 / length];
}
