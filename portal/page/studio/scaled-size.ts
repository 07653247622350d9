/** Longest side of a photograph that is sent, pixels: more than what models work with. */
export const LONGEST_SIDE = 1600;

export type Size = { readonly width: number; readonly height: number };

/** The size that a picture is scaled down to, whole pixels; its own if it is small enough. */
export function scaledSize({ width, height }: Size, longest = LONGEST_SIDE): Size {
  const factor = Math.min(1, longest / Math.max(width, height));
  const scaled = (side: number) => Math.max(1, Math.round(side * factor));
  return { width: scaled(width), height: scaled(height) };
}
