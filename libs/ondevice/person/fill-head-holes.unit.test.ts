import { expect, test } from 'vitest';
import type { Triple } from '../pixels/colour.ts';
import type { Rgb } from '../pixels/plane.ts';
import { fillHeadHoles } from './fill-head-holes.ts';

const size = { width: 100, height: 100 };
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: 10_000 }, (_, i) => value(i % 100, Math.floor(i / 100)));
const inHead = (x: number, y: number) => Math.hypot(x - 50, y - 50) < 30;
const inHole = (x: number, y: number) => Math.hypot(x - 65, y - 50) < 6;
const inLoop = (x: number, y: number) => Math.hypot(x - 35, y - 50) < 6;
const matte = () => plane((x, y) => (inHead(x, y) && !inHole(x, y) && !inLoop(x, y) ? 1 : 0));
const dark: Triple = [0.1, 0.08, 0.06];
const bright: Triple = [0.8, 0.9, 0.8];
const shaded: Triple = [0.2, 0.15, 0.1];
const colour = (x: number, y: number) => (inHole(x, y) ? shaded : inHead(x, y) && !inLoop(x, y) ? dark : bright);
const rgb = [0, 1, 2].map((c) => plane((x, y) => colour(x, y)[c]!)) as unknown as Rgb;
const at = (x: number, y: number) => y * 100 + x;

test('given holes in a head, then that of its colour is filled, and that of the ground is not', () => {
  const filled = fillHeadHoles(matte(), rgb, size, { left: 35, right: 65, top: 35, bottom: 65 });
  expect([filled[at(65, 50)], filled[at(35, 50)], filled[at(5, 5)]]).toEqual([1, 0, 0]);
});

test('given a hole far from the face, then it stays', () => {
  const kept = fillHeadHoles(matte(), rgb, size, { left: -10, right: 10, top: -10, bottom: 10 });
  expect(kept).toEqual(matte());
});
