import type { Plane, Size } from './plane.ts';

/**
 * A plane as seen in a copy of the picture whose pixels are `factor` times as large, or smaller if that is less than 1: the bilinear value
 * at the centre of each, clamped at the border. Up to 2 no pixel is left out.
 */
export function samplePlane(plane: Plane, { width, height }: Size, factor: number, to: Size): Plane {
  const out = new Float32Array(to.width * to.height);
  const [lefts, shares] = [new Int32Array(to.width), new Float64Array(to.width)];
  for (let x = 0; x < to.width; x++) {
    const u = Math.min(Math.max((x + 0.5) * factor - 0.5, 0), width - 1);
    lefts[x] = Math.min(Math.floor(u), Math.max(0, width - 2));
    shares[x] = u - lefts[x]!;
  }
  const right = width > 1 ? 1 : 0;
  for (let y = 0, i = 0; y < to.height; y++) {
    const v = Math.min(Math.max((y + 0.5) * factor - 0.5, 0), height - 1);
    const above = Math.floor(v) * width;
    const below = Math.min(height - 1, Math.floor(v) + 1) * width;
    const down = v - Math.floor(v);
    for (let x = 0; x < to.width; x++, i++) {
      const left = lefts[x]!;
      const share = shares[x]!;
      const top = plane[above + left]! + (plane[above + left + right]! - plane[above + left]!) * share;
      const bottom = plane[below + left]! + (plane[below + left + right]! - plane[below + left]!) * share;
      out[i] = top + (bottom - top) * down;
    }
  }
  return out;
}
