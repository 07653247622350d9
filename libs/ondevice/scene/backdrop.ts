import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { sceneWithoutPerson } from './without-person.ts';

/** A scene without its person, scaled and cropped so that it fills a picture of another size; sRGB 0..1. */
export function sceneBackdrop(scene: { rgb: Rgb; person: Plane }, from: Size, to: Size): Rgb {
  const empty = sceneWithoutPerson(scene.rgb, scene.person, from);
  const scale = Math.min(from.width / to.width, from.height / to.height);
  const left = (from.width - to.width * scale) / 2;
  const top = (from.height - to.height * scale) / 2;
  const fit = (plane: Plane) => {
    const out = new Float32Array(to.width * to.height);
    for (let i = 0; i < out.length; i++) {
      const x = left + ((i % to.width) + 0.5) * scale;
      const y = top + (Math.floor(i / to.width) + 0.5) * scale;
      out[i] = bilinear(plane, from, x - 0.5, y - 0.5);
    }
    return out;
  };
  return [fit(empty[0]), fit(empty[1]), fit(empty[2])];
}

function bilinear(plane: Plane, { width, height }: Size, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), width - 1);
  const cy = Math.min(Math.max(y, 0), height - 1);
  const x0 = Math.floor(cx);
  const y0 = Math.floor(cy);
  const x1 = Math.min(width - 1, x0 + 1);
  const y1 = Math.min(height - 1, y0 + 1);
  const top = plane[y0 * width + x0]! * (1 - cx + x0) + plane[y0 * width + x1]! * (cx - x0);
  const bottom = plane[y1 * width + x0]! * (1 - cx + x0) + plane[y1 * width + x1]! * (cx - x0);
  return top + (bottom - top) * (cy - y0);
}
