import { fillAllByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { inverted, type Plane, type Rgb, type Size, stepPlane } from '../pixels/plane.ts';
import { mix } from '../pixels/scalar.ts';

/** `foreground` over `background` by `matte` (0..1): the "over" operator (Porter and Duff 1984), sRGB 0..1. */
export function composite(foreground: Rgb, matte: Plane, background: Rgb): Rgb {
  const over = (c: 0 | 1 | 2) => {
    const [front, back] = [foreground[c], background[c]];
    const out = new Float32Array(matte.length);
    for (let i = 0; i < out.length; i++) out[i] = front[i]! * matte[i]! + back[i]! * (1 - matte[i]!);
    return out;
  };
  return [over(0), over(1), over(2)];
}

/** A person's own colours (sRGB 0..1) and opacity. */
export type Cutout = { foreground: Rgb; matte: Plane };

/** Opacities that differ by less are the same. */
const sameOpacity = 0.004;

/**
 * Applies only the change on the person to the photograph. Pixels that are neither painted nor uncovered are exactly those of the
 * photograph; where the outline changed, the surroundings are continued behind it.
 */
export function keepScene(photograph: Rgb, before: Cutout, after: Cutout, size: Size): Rgb {
  const moved = isMoved(before.matte, after.matte);
  const behind = moved ? surroundings(photograph, before.matte, size) : photograph;
  const frayed = moved ? besideUncovered(before.matte, after.matte, size) : undefined;
  const change = (c: 0 | 1 | 2) => {
    const out = photograph[c].slice();
    for (let i = 0; i < out.length; i++) {
      const was = before.matte[i]!;
      const is = after.matte[i]!;
      const colour = after.foreground[c][i]!;
      if (Math.abs(was - is) > sameOpacity) out[i] = is * colour + (1 - is) * behind[c][i]!;
      else out[i]! += is * (colour - before.foreground[c][i]!);
      if (frayed && is < sameOpacity) out[i] = mix(out[i]!, behind[c][i]!, frayed[i]!);
    }
    return out;
  };
  return [change(0), change(1), change(2)];
}

const isMoved = (before: Plane, after: Plane): boolean =>
  before.some((was, i) => Math.abs(was - after[i]!) > sameOpacity);

/** 0..1 round what the person uncovers: threads and shadows there were not seen as the person's. */
function besideUncovered(before: Plane, after: Plane, size: Size): Plane {
  const uncovered = new Float32Array(before.length);
  for (let i = 0; i < before.length; i++) uncovered[i] = Math.max(0, before[i]! - after[i]!);
  const near = gaussianBlur(uncovered, size, Math.max(size.width, size.height) / 150, uncovered);
  return stepPlane(near, 0.02, 0.1);
}

/** The photograph with its person filled in from round it. */
function surroundings(photograph: Rgb, matte: Plane, size: Size): Rgb {
  const long = Math.max(size.width, size.height);
  const rest = inverted(guardedMatte(matte, size, long / 250));
  const [r, g, b] = fillAllByBlur(photograph, rest, size, [long / 160, long / 60, long / 20, long / 5]);
  return [r!, g!, b!];
}

/** A matte grown by about `margin` pixels, so that nothing of the person is left outside; values 0 or more than 0. */
export function guardedMatte(matte: Plane, size: Size, margin: number): Plane {
  const out = stepPlane(gaussianBlur(matte, size, margin), 0.02, 0.12);
  for (let i = 0; i < out.length; i++) out[i] = Math.max(matte[i]!, out[i]!);
  return out;
}
