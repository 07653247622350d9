/** `value` limited to `low`..`high`. */
export const clamp = (value: number, low: number, high: number): number =>
  value < low ? low : value > high ? high : value;

/** The point `t` (0..1) of the way from `from` to `to`. */
export const mix = (from: number, to: number, t: number): number => from + (to - from) * t;

/** The length of a vector. Many times faster than Math.hypot, and no picture is large enough to overflow. */
export const norm = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z);

/** Hermite step: 0 below `low`, 1 above `high`, smooth between (RenderMan's and GLSL's smoothstep). */
export function smoothstep(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

/** The logistic function, safe for any logit. */
export const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-clamp(logit, -80, 80)));
