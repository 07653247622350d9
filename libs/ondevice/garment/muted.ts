import { linearToOklab, luminanceOf, type OklabPlanes, type Triple } from '../pixels/colour.ts';
import { mix } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';
import type { Cloth } from './cloth.ts';

/** The most colourful share of a photograph, how much more colourful cloth in it may be, and how far what is above that is taken down. */
const colourful = 0.97;
const beyond = 1.3;
const taken = 0.3;
/** OKLab chroma that any photograph may have: one in black and white would leave nothing of a colour that was asked for. */
const least = 0.04;

/** The OKLab chroma that a photograph's most colourful parts have. */
export function chromaOf({ a, b }: Pick<OklabPlanes, 'a' | 'b'>): number {
  const chroma = new Float32Array(Math.ceil(a.length / 11));
  for (let j = 0; j < chroma.length; j++) chroma[j] = Math.hypot(a[j * 11]!, b[j * 11]!);
  return Math.max(least, quantile(chroma, colourful));
}

/** A cloth for a photograph of this {@link chromaOf}: what is much purer than all else in it looks pasted in. Its luminance and hue stay. */
export function muted(cloth: Cloth, chroma: number): Cloth {
  const one = (colour: Triple): Triple => {
    const [, a, b] = linearToOklab(...colour);
    const own = Math.hypot(a, b);
    if (own <= beyond * chroma) return colour;
    const keep = mix(1, (beyond * chroma) / own, taken);
    const light = luminanceOf(colour);
    return [mix(light, colour[0], keep), mix(light, colour[1], keep), mix(light, colour[2], keep)];
  };
  return { ...cloth, colour: one(cloth.colour), second: one(cloth.second) };
}
