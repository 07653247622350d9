import { latticeNoise, valueNoise } from '../pixels/noise.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';

// Patterns as they are printed: how much of the second colour, 0..1, at (x, y) in shoulder widths of the cloth.

/** Diamonds twice as high as wide in every second column, and thin lines through the middle of all, as knitted. */
export function argyle(x: number, y: number): number {
  const [falling, rising] = [x * 5 + y * 2.5, x * 5 - y * 2.5];
  const [column, row] = [Math.floor(falling), Math.floor(rising)];
  const near = Math.min(Math.abs(falling - column - 0.5), Math.abs(rising - row - 0.5));
  const diamond = (column + row) & 1 ? 0 : 0.75;
  return Math.max(diamond, 1 - smoothstep(0.03, 0.06, near));
}

/** Broken rings of unequal size round darkened hearts, one in each square of a jittered grid. */
export function leopard(x: number, y: number): number {
  const [across, down] = [x * 9, y * 9];
  let most = 0;
  eachNear(across, down, (column, row, chance) => {
    const dx = across - column - 0.2 - 0.6 * chance(1);
    const dy = down - row - 0.2 - 0.6 * chance(2);
    const away = norm(dx, dy * 1.15);
    // Beyond the widest ring; angles are slow.
    if (away > 0.62) return;
    const turn = Math.atan2(dy, dx);
    const size = 0.3 + 0.14 * chance(3) + 0.06 * Math.sin(3 * turn + 6.3 * chance(4));
    const ring = 1 - smoothstep(0.07, 0.11, Math.abs(away - size));
    const gap = smoothstep(-0.75, -0.45, Math.cos(turn * 2 + 6.3 * chance(5)));
    const heart = 0.35 * (1 - smoothstep(size - 0.12, size, away));
    most = Math.max(most, ring * gap, heart);
  });
  return most;
}

/** Stripes across that wander, fork and taper. */
export function zebra(x: number, y: number): number {
  const wander = 2.2 * valueNoise(x * 3 + 7, y * 2.2 + 3) + 0.7 * valueNoise(x * 8, y * 5);
  const wave = Math.sin((y * 8 + wander) * Math.PI * 2);
  const width = 0.5 * (valueNoise(x * 6 + 31, y * 6 + 17) - 0.5);
  return smoothstep(-0.12 + width, 0.12 + width, wave);
}

/** Blots in three tones: the ground, the second colour, and between them. */
export function camouflage(x: number, y: number): number {
  const blot = (shift: number) =>
    0.65 * valueNoise(x * 5 + shift, y * 7 + shift * 2) + 0.35 * valueNoise(x * 13 + shift, y * 15 + shift);
  const edge = (value: number, from: number) => smoothstep(from - 0.012, from + 0.012, value);
  return Math.max(0.5 * edge(blot(11), 0.5), edge(blot(47), 0.57));
}

/** Drops with a curled tip, an outline, a row of dots and a heart, each within its square; every second one is upside down. */
export function paisley(x: number, y: number): number {
  const across = x * 5;
  const down = y * 4;
  const column = Math.floor(across);
  const row = Math.floor(down);
  const flip = (column + row) & 1 ? -1 : 1;
  const dx = (across - column - 0.5 + 0.1 * (chanceIn(column, row, 1) - 0.5)) * flip;
  const dy = (down - row - 0.5 + 0.1 * (chanceIn(column, row, 2) - 0.5)) * flip;
  // A circle whose upper half is drawn out to a tip that bends aside.
  const up = clamp(-dy / 0.46, 0, 1);
  if (up > 0.93) return 0;
  const away = norm((dx - 0.16 * up * up) / (1 - 0.86 * up), dy > 0 ? dy : dy * 0.62) / 0.34;
  const ring = outlineAt(0.68, away);
  // Angles are slow.
  const dots = ring > 0 ? smoothstep(0.1, 0.5, Math.cos(11 * Math.atan2(dy, dx))) : 0;
  return clamp(Math.max(outlineAt(0.94, away), 0.9 * dots * ring, 1 - smoothstep(0.26, 0.34, away)), 0, 1);
}

/** A line `at` a distance from the middle, with soft edges. */
const outlineAt = (at: number, away: number): number => 1 - smoothstep(0.09 * 0.6, 0.09, Math.abs(away - at));

/** Soft uneven rings about a knot on the chest, drawn into a spiral, as cloth that was tied takes the dye. */
export function tieDye(x: number, y: number): number {
  const [dx, dy] = [x - 0.02, y - 0.38];
  const away = norm(dx, dy);
  const turn = Math.atan2(dy, dx) / (2 * Math.PI);
  const bleed = 0.5 * valueNoise(x * 7 + 5, y * 7 + 9) + 0.25 * valueNoise(x * 19, y * 19);
  const rays = 0.12 * Math.sin(turn * 2 * Math.PI * 13 + 3 * bleed);
  return smoothstep(0.1, 0.95, 0.5 + 0.5 * Math.sin((away * 5.5 - turn * 2 + 0.5 * bleed + rays) * 2 * Math.PI));
}

/** Calls `draw` for the unit square of a place and those round it, each with chances (0..1) of its own. */
function eachNear(
  x: number,
  y: number,
  draw: (column: number, row: number, chance: (seed: number) => number) => void,
): void {
  for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++)
    for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++)
      draw(column, row, (seed) => chanceIn(column, row, seed));
}

const chanceIn = (column: number, row: number, seed: number): number =>
  latticeNoise(column * 5 + seed, row * 7 + seed * 13);
