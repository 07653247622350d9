import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { luminanceOf, type Triple, toLinear } from '../pixels/colour.ts';
import { clamp } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';

/** Ratios of red to green and of green to blue, in linear light, that skin of any depth has in white light. */
const redToGreen = [1.2, 2.75] as const;
const greenToBlue = [1.05, 1.95] as const;
/** How much of what lies beyond them is light: the rest may be skin. */
const share = 0.8;
/** Ratios of a black-and-white photograph are this near to 1. */
const colourless = 0.04;
const fewest = 100;

/**
 * The colour of a photograph's light as a factor for each channel, of luminance 1: what no skin has in white light is the light's (von
 * Kries). An ordinary photograph's is white, as skins differ more than usual light does.
 */
export function lightColour({ foreground, parsed }: Subject): Triple {
  const seen: number[] = [];
  for (let i = 0; i < parsed.face.length; i += 3)
    if (parsed.face[i]! > 0.5 && parsed.labels[i] === label.skin) seen.push(i);
  if (seen.length < fewest) return [1, 1, 1];
  const channel = (c: 0 | 1 | 2) =>
    Math.max(0.002, toLinear(median(Float32Array.from(seen, (i) => foreground[c][i]!))));
  return lightOnSkin([channel(0), channel(1), channel(2)]);
}

/** {@link lightColour} by the usual colour of the skin, in linear light. */
export function lightOnSkin([r, g, b]: Triple): Triple {
  if (Math.abs(r / g - 1) < colourless && Math.abs(g / b - 1) < colourless) return [1, 1, 1];
  const beyond = (ratio: number, [low, high]: readonly [number, number]) => (ratio / clamp(ratio, low, high)) ** share;
  const light: Triple = [beyond(r / g, redToGreen), 1, 1 / beyond(g / b, greenToBlue)];
  const whole = luminanceOf(light);
  return [light[0] / whole, light[1] / whole, light[2] / whole];
}
