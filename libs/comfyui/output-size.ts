/** Pixels that models of this kind are trained on. */
const PIXELS = 1024 * 1024;
/** Their latents have a sixteenth of the resolution. */
const STEP = 16;
/** Most that one side is longer than the other. */
const MAX_RATIO = 2;

/** The size of the picture to be made, in pixels: about a megapixel with the proportions of the selfie. */
export function outputSize(selfie: { readonly width: number; readonly height: number }): {
  width: number;
  height: number;
} {
  const ratio = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, selfie.width / selfie.height));
  const width = Math.sqrt(PIXELS * ratio);
  return { width: stepped(width), height: stepped(width / ratio) };
}

const stepped = (side: number): number => Math.round(side / STEP) * STEP;
