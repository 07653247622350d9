import { type BodyFrame, torsoPoint } from '../person/body-frame.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { outsideDistance } from '../pixels/inside-distance.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { type Point, quadratic } from '../pixels/points.ts';
import { fillPolygon, strokeLine } from '../pixels/polygon.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import type { Cut } from './garments.ts';
import type { Subject } from './subject.ts';

/**
 * Tailored details of a garment, as planes 0..1: `open` where it is open and shows the layer beneath, `raised` parts on top
 * (lapels, collars), `lines` to darken (edges, buttons, pockets), `shadow` cast by the raised parts.
 */
export type Tailoring = { open: Plane; raised: Plane; lines: Plane; shadow: Plane };

const plane = ({ width, height }: Size): Plane => new Float32Array(width * height);

/** No details. */
export const plain = (size: Size): Tailoring => ({
  open: plane(size),
  raised: plane(size),
  lines: plane(size),
  shadow: plane(size),
});

/** The open front of a jacket: the opening, lapels or collar unless it is `collarless`, pockets, buttons; drawn in torso coordinates. */
export function openFront(frame: BodyFrame, size: Size, cut: Cut, collarless = false): Tailoring {
  const at = (u: number, v: number): Point => torsoPoint(frame, u, v);
  const out = plain(size);
  const scale = frame.shoulderWidth;
  const neck = 0.185;
  const close = { blazer: 0.66, zip: 0.42, overshirt: 0.5, cardigan: 0.5 }[cut];
  const gap = { blazer: 0.015, zip: 0.03, overshirt: 0.03, cardigan: 0.09 }[cut];
  const foot = { blazer: 0.1, zip: 0.13, overshirt: 0.12, cardigan: 0.12 }[cut];
  const half = (side: 1 | -1): Point[] => [
    at(side * neck, -0.3),
    at(side * neck, -0.12),
    ...quadratic(at(side * neck, -0.12), at(side * neck * 0.75, close * 0.45), at(side * gap, close)),
    ...quadratic(at(side * gap, close), at(side * gap, close + 0.25), at(side * foot, 1.25)),
  ];
  fillPolygon([...half(-1), ...half(1).reverse()], size, out.open);
  const seam = Math.max(1, scale * 0.007);
  for (const side of [1, -1] as const) {
    if (cut !== 'blazer' || collarless) strokeLine(half(side), seam, size, out.lines, 0.7);
    const onTop = cut === 'blazer' ? lapelOutline(at, side, neck, close, gap) : turnedCollar(at, side, neck);
    if (cut === 'cardigan' || collarless) continue;
    fillPolygon(onTop, size, out.raised);
    strokeLine([...onTop, onTop[0]!], seam, size, out.lines);
  }
  if (cut === 'overshirt') stitchPockets(at, seam, size, out.lines);
  if (cut === 'blazer' || cut === 'cardigan')
    for (const side of [1, -1] as const)
      strokeLine([at(side * 0.36, 0.72), at(side * 0.17, 0.735)], seam * 1.5, size, out.lines);
  if (cut === 'blazer')
    for (const v of [close + 0.02, close + 0.2])
      strokeLine([at(0.035, v), at(0.035, v)], scale * 0.036, size, out.lines);
  return withShadow(out, size, scale * 0.02, 0.5);
}

/** The collar of a shirt or a short jacket, turned down over its front. */
const turnedCollar = (at: (u: number, v: number) => Point, side: 1 | -1, neck: number): Point[] => [
  at(side * neck, -0.165),
  at(side * (neck + 0.055), -0.15),
  at(side * (neck + 0.14), 0.02),
  at(side * (neck + 0.075), 0.15),
  at(side * neck * 0.86, 0.06),
  at(side * neck, -0.1),
];

/** Yoke, chest pockets with flaps, and the seams down from them, each stitched twice as on a denim jacket. */
function stitchPockets(at: (u: number, v: number) => Point, seam: number, size: Size, lines: Plane): void {
  for (const side of [1, -1] as const)
    for (const [inset, strength] of [
      [0, 0.7],
      [0.012, 0.4],
    ] as const) {
      const to = (u: number, v: number) => at(side * u, v);
      strokeLine([to(0.17, 0.17 + inset), to(0.45, 0.17 + inset)], seam, size, lines, strength);
      const [left, right, top, bottom] = [0.22 + inset, 0.38 - inset, 0.2 + inset, 0.26 - inset];
      const flap = [to(left, top), to(right, top), to(right, bottom), to(0.3, bottom + 0.035), to(left, bottom)];
      strokeLine([...flap, flap[0]!], seam, size, lines, strength);
      strokeLine([to(0.24 + inset, 0.3), to(0.2 + inset, 1.05)], seam, size, lines, strength * 0.8);
      strokeLine([to(0.37 - inset, 0.3), to(0.4 - inset, 1.05)], seam, size, lines, strength * 0.8);
    }
}

function lapelOutline(
  at: (u: number, v: number) => Point,
  side: 1 | -1,
  neck: number,
  close: number,
  gap: number,
): Point[] {
  const width = 0.17;
  const tip = at(side * (neck + width * 0.98), 0.14);
  const bottom = at(side * gap, close);
  return [
    at(side * neck, -0.155),
    at(side * (neck + 0.055), -0.145),
    at(side * (neck + 0.115), 0.06),
    at(side * (neck + 0.075), 0.105),
    tip,
    ...quadratic(tip, at(side * (neck + 0.02), close * 0.62), bottom),
    ...quadratic(bottom, at(side * neck * 0.75, close * 0.45), at(side * neck, -0.12)),
  ];
}

/** A shirt's turned-down collar, placket and buttons. */
export function shirtCollar(frame: BodyFrame, size: Size): Tailoring {
  const at = (u: number, v: number): Point => torsoPoint(frame, u, v);
  const out = plain(size);
  const scale = frame.shoulderWidth;
  for (const side of [1, -1] as const) {
    const leaf = [at(0, 0.03), at(side * 0.2, -0.2), at(side * 0.27, -0.1), at(side * 0.13, 0.14)];
    fillPolygon(leaf, size, out.raised);
    strokeLine([...leaf, leaf[0]!], Math.max(1, scale * 0.007), size, out.lines, 0.7);
    strokeLine([at(side * 0.028, 0.05), at(side * 0.028, 1.2)], Math.max(1, scale * 0.006), size, out.lines, 0.4);
  }
  for (let v = 0.1; v < 1.05; v += 0.16) strokeLine([at(0, v), at(0, v)], scale * 0.022, size, out.lines, 0.6);
  return withShadow(out, size, scale * 0.018, 0.4);
}

function withShadow(out: Tailoring, size: Size, sigma: number, most: number): Tailoring {
  const near = gaussianBlur(out.raised, size, sigma);
  for (let i = 0; i < near.length; i++) near[i] = clamp(near[i]! * (1 - out.raised[i]!) * 1.1, 0, most);
  return { ...out, shadow: near };
}

/** The stitched band along the neckline, wherever the garment really ends against the neck. */
export function neckBand({ size, parsed, body }: Subject, cover: Plane): Tailoring {
  const { frame, labels } = parsed;
  const out = plain(size);
  const neck = new Float32Array(cover.length);
  for (let i = 0; i < neck.length; i++)
    if (cover[i]! < 0.5 && labels[i] === label.skin && Math.abs(body.u[i]!) < 0.45 && body.v[i]! < 0.4) neck[i] = 1;
  // A band is straighter than the labels' border.
  const distance = outsideDistance(neck, size);
  gaussianBlur(distance, size, Math.max(1, frame.shoulderWidth * 0.03), distance);
  const band = frame.shoulderWidth * 0.032;
  const edge = Math.max(0.7, frame.shoulderWidth * 0.004);
  for (let i = 0; i < distance.length; i++) {
    const d = distance[i]!;
    if (d > band * 2 || body.v[i]! > 0.5) continue;
    out.lines[i] = 0.5 * smoothstep(band - 2 * edge, band, d) * (1 - smoothstep(band, band + 2 * edge, d));
  }
  return out;
}
