import type { Subject } from '../garment/subject.ts';
import { type Triple, toLinear } from '../pixels/colour.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';

/** Which share of a person is as dark as nothing else, how bright that is in an ordinary photograph (sRGB), and the most that counts. */
const darkest = 0.004;
const usual = 0.045;
const most = 0.16;
/** How much of its colour the veil has: the darkest hair is bluish or brown as well. */
const tinted = 0.5;

/**
 * The veil of light that lies over a photograph, linear light 0..1 for each channel: stray light in the lens, haze or a faded print, which
 * let nothing be black. Cloth that is drawn without it stands out as darker and purer than everything else (the additive airlight of
 * Koschmieder's law, estimated by the darkest pixels as He et al. 2009 do).
 */
export function veilOf({ foreground, matte }: Subject): Triple {
  const seen: number[] = [];
  for (let i = 0; i < matte.length; i += 5) if (matte[i]! > 0.95) seen.push(i);
  const of = (c: 0 | 1 | 2) => {
    const values = seen.map((i) => foreground[c][i]!);
    return toLinear(clamp(quantile(values, darkest) - usual, 0, most));
  };
  const [r, g, b] = [of(0), of(1), of(2)];
  const grey = (r + g + b) / 3;
  return [mix(grey, r, tinted), mix(grey, g, tinted), mix(grey, b, tinted)];
}
