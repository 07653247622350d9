import type { Surface } from '../garment/materials.ts';
import { gradientNoise, whiteNoise } from '../pixels/noise.ts';

/**
 * The cloth's fine texture as a relative brightness about 1: ribs of a knit and twill of a denim in garment coordinates (`u`,
 * `v` in shoulder widths), grain per pixel (`x`, `y`). What is finer than two pixels is left out, as it would alias.
 */
export function weave(
  { grain, rib, twill }: Surface,
  scale: number,
): (x: number, y: number, u: number, v: number) => number {
  const turn = 2 * Math.PI;
  const ribs = fit(44, scale);
  const lines = fit(60, scale);
  return (x, y, u, v) => {
    let value = 1 + 0.41 * whiteNoise(x, y) * grain;
    if (grain > 0.02) value += gradientNoise(u * 60, v * 60) * 1.6 * grain;
    if (rib > 0) value += rib * 1.3 * (Math.sin(u * turn * ribs) * (0.7 + 0.3 * Math.sin(v * turn * ribs * 0.8)));
    if (twill > 0) value += twill * 0.7 * Math.sin((u + v) * turn * lines) + twill * 0.8 * gradientNoise(u * 9, v * 5);
    return value;
  };
}

/** Periods per shoulder width, at most one in three pixels. */
const fit = (count: number, scale: number): number => Math.min(count, scale / 3);
