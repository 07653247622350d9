import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';
import { type Pair, type Side, sign } from './side.ts';

/** A person with its body coordinates (see Measures). */
export type Figure = {
  subject: Subject;
  scale: number;
  toBody: (x: number, y: number) => Point;
  toImage: (point: Point) => Point;
};

/** The pixel at a place in body coordinates; undefined outside of the picture. */
export function pixelAt({ subject, toImage }: Figure, point: Point): number | undefined {
  const [x, y] = toImage(point);
  const { width, height } = subject.size;
  return x < 0 || y < 0 || x >= width || y >= height ? undefined : Math.floor(y) * width + Math.floor(x);
}

/** How far the person reaches from `from` in steps of a pixel along the unit vector `towards`, at most `most`. */
export function reach(
  figure: Figure,
  from: Point,
  towards: Point,
  most: number,
  ends: (i: number, r: number) => boolean,
): number {
  const step = 1 / figure.scale;
  for (let r = 0; r < most; r += step) {
    const i = pixelAt(figure, [from[0] + towards[0] * r, from[1] + towards[1] * r]);
    if (i === undefined || figure.subject.matte[i]! < 0.5 || ends(i, r)) return r;
  }
  return most;
}

/**
 * Half widths of the trunk at `y` to both sides of the spine, without arms, within `least`..`most`, which is what bodies have:
 * arms that touch the trunk and wide clothes say little.
 */
export function trunkHalves(figure: Figure, y: number, least: number, most: number): Pair<number> {
  const { parsed, body } = figure.subject;
  const arm = (i: number, r: number) =>
    r > 0.24 && (body.part[i] !== bodyPart.torso || parsed.labels[i] === label.skin);
  const [left, right] = ([0, 1] as const).map((side) =>
    median([-0.03, -0.015, 0, 0.015, 0.03].map((dy) => reach(figure, [0, y + dy], [sign(side), 0], 0.8, arm))),
  ) as [number, number];
  const usual = (least + most) / 2;
  const plausible = left + right > 1.6 * least && left + right < 2.3 * most;
  const middle = plausible ? clamp((left + right) / 2, least, most) : usual;
  const one = (value: number) => (plausible ? clamp(value, middle * 0.85, middle * 1.15) : usual);
  return [one(left), one(right)];
}

/** The outermost point of a shoulder: out of the joint and a little up to where the person ends. Hair that ends there hides it. */
export function shoulderTip(figure: Figure, shoulder: Point, side: Side): Point {
  const { labels } = figure.subject.parsed;
  let hidden = false;
  const found = reach(figure, shoulder, [0.91 * sign(side), -0.42], 0.22, (i) => {
    hidden = labels[i] === label.hair;
    return false;
  });
  // Of a shoulder turned away from us the joint lies hardly inside.
  const r = hidden ? 0.12 : clamp(found, 0.03, 0.17);
  return [shoulder[0] + 0.91 * sign(side) * r, shoulder[1] - 0.42 * r];
}

const shares = [0.36, 0.44, 0.52, 0.6, 0.68, 0.76, 0.84, 0.92, 1];

/** Shoulders that are hidden are supposed to be at most this share of the way up to the chin, however far that is bent down. */
const highest = 0.75;
const leastChin = 0.28;

/**
 * The top edge of both shoulders: measured upwards from the line neck - joint to where the person ends, within what bodies
 * have; where hair, face or a collar hide it, as high as usual.
 */
export function shoulderTops(
  figure: Figure,
  shoulders: Pair<Point>,
  tips: Pair<Point>,
  chin: Point,
): (side: Side, share: number) => Point {
  const { labels, face } = figure.subject.parsed;
  const heights = ([0, 1] as const).map((side) => {
    const measured = shares.map((share) => {
      const from: Point = [shoulders[side][0] * share, shoulders[side][1] * share - 0.02];
      const top = from[1] - highest * Math.min(chin[1], -leastChin);
      const usual = mix(
        Math.min(0.27, top),
        -tips[side][1] + shoulders[side][1] + 0.02,
        clamp((share - 0.3) / 0.7, 0, 1),
      );
      let hidden = false;
      const found = reach(figure, from, [0, -1], 0.4, (i) => {
        hidden = labels[i] === label.hair || face[i]! > 0.5;
        return false;
      });
      return hidden ? usual : clamp(found, usual * 0.6, usual * 1.25);
    });
    // A strand or a strap must not notch the line.
    return measured.map((_, k) => median(measured.slice(Math.max(0, k - 1), k + 2)));
  }) as [number[], number[]];
  return (side, share) => {
    const at = clamp(((share - shares[0]!) / (1 - shares[0]!)) * (shares.length - 1), 0, shares.length - 1);
    const low = Math.min(shares.length - 2, Math.floor(at));
    const height = mix(heights[side][low]!, heights[side][low + 1]!, at - low);
    return [shoulders[side][0] * share, shoulders[side][1] * share - 0.02 - height];
  };
}
