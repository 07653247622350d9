import { gradientNoise, latticeNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';

/** Height of cloth towards us at a place in body coordinates, all in shoulder widths. */
export type Relief = (x: number, y: number) => number;

/** A fold from `from`, where it is deepest, to `to`; in shoulder widths. The sign of `depth` says on which side its ridge lies. */
export type Crease = { from: Point; to: Point; width: number; depth: number };

/** How far a crease bends, as a share of its length. */
const bent = 0.07;

/** Creases of gathered cloth: a valley with a softer ridge beside it, bent, and shallower towards both ends. */
export function creases(all: readonly Crease[]): Relief {
  const known = all.map(({ from, to, width, depth }) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const reach = 5 * width;
    return {
      ...{ from, dx, dy, width, depth, length: Math.hypot(dx, dy) || 1e-6 },
      left: Math.min(from[0], to[0]) - reach,
      right: Math.max(from[0], to[0]) + reach,
      top: Math.min(from[1], to[1]) - reach,
      bottom: Math.max(from[1], to[1]) + reach,
    };
  });
  return (x, y) => {
    let height = 0;
    for (let k = 0; k < known.length; k++) {
      const { from, dx, dy, width, depth, length, left, right, top, bottom } = known[k]!;
      if (x < left || x > right || y < top || y > bottom) continue;
      const t = ((x - from[0]) * dx + (y - from[1]) * dy) / (length * length);
      if (t < -0.08 || t > 1) continue;
      const straight = ((x - from[0]) * -dy + (y - from[1]) * dx) / length;
      // Beyond its width and its bend a fold is below a thousandth of its depth; most places are.
      if (Math.abs(straight) > 7.5 * width + bent * length) continue;
      const bend =
        bent * length * Math.sin(Math.PI * t) * Math.sign(depth) +
        gradientNoise(t * 3 + from[0] * 40, from[1] * 40) * width * 0.5;
      const beside = straight - bend;
      const taper = Math.sin(Math.PI * clamp(t * 0.92 + 0.08, 0, 1)) ** 1.2 * (1 - 0.5 * t);
      const valley = Math.exp(-((beside / width) ** 2));
      const ridge = 0.75 * Math.exp(-(((beside - 1.9 * width) / (1.4 * width)) ** 2));
      height += Math.abs(depth) * taper * (ridge - valley);
    }
    return height;
  };
}

/** Small irregular wrinkles about `depth` deep. */
export const wrinkles =
  (depth: number, seed: number): Relief =>
  (x, y) => {
    const u = x / 0.3;
    const v = y / 0.5;
    const warp = gradientNoise(u * 0.7 + seed, v * 0.7) * 0.8;
    return (
      depth * (gradientNoise(u + warp + seed * 7, v + warp) + 0.45 * gradientNoise(u * 2.1 + warp, v * 2 + seed * 3))
    );
  };

/**
 * Round folds of cloth that hangs from the waist, -1..1 at `s`, -1..1 across the garment: evenly spread over the angle round the
 * body, hence narrower towards the sides, tops wider than valleys, faded at the outline.
 */
export const flutes =
  (count: number, seed: number): ((s: number) => number) =>
  (s) => {
    const angle = Math.asin(clamp(s, -0.985, 0.985));
    const wave = Math.cos(count * angle + 1.6 * gradientNoise(angle * 1.7 + seed, seed) + seed);
    const fade = 1 - 0.8 * smoothstep(0.82, 1, Math.abs(s));
    return fade * (wave - 0.125 * (1 - wave) ** 2) * (0.65 + 0.45 * gradientNoise(angle * 2.2 + 9 * seed, 3));
  };

/** Pressed pleats, -0.5..0.5 at `s`, -1..1 across the garment: a slow rise and a sudden fall each, of different depths. */
export const pleats =
  (count: number): ((s: number) => number) =>
  (s) => {
    const place = (Math.asin(clamp(s, -0.99, 0.99)) / Math.PI + 0.5) * count;
    const which = Math.floor(place);
    const phase = place - which;
    const rise = phase < 0.86 ? phase / 0.86 : (1 - phase) / 0.14;
    // They all begin equally deep: else there would be steps between them.
    return rise * (0.8 + 0.3 * latticeNoise(which, 17)) - 0.5;
  };

/** Reproducible numbers 0..1, the same for the same `seed`. */
export function chances(seed: number): () => number {
  let drawn = 0;
  return () => latticeNoise(drawn++, seed * 7919 + 13);
}
