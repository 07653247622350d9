import { expect, test } from 'vitest';
import type { Point } from '../pixels/points.ts';
import { axisThrough, onTube, tubeAxis } from './tube.ts';

const shoulder: Point = [0.5, 0];
const elbow: Point = [0.8, 0.5];
const wrist: Point = [0.4, 0.8];
const bent = tubeAxis({ joints: [shoulder, elbow, wrist] }, 2);

const farApart = (x: number, y: number) => {
  const places = bent.points.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = bent.points[i]!;
    return Array.from({ length: 50 }, (_, k): Point => [ax + ((bx - ax) * k) / 49, ay + ((by - ay) * k) / 49]);
  });
  return Math.min(...places.map(([px, py]) => Math.hypot(x - px, y - py)));
};

test('given places beside a bent arm, then they lie as far across as the nearest point of its axis is', () => {
  for (const [x, y] of [
    [0.6, 0.1],
    [0.75, 0.3],
    [0.7, 0.6],
    [0.6, 0.5],
    [0.65, 0.7],
    [0.5, 0.65],
  ] as const)
    expect(Math.abs(onTube(bent, x, y).across)).toBeCloseTo(farApart(x, y), 4);
});

test('given a place on each side, then one is across by as much as the other, with the other sign', () => {
  const axis = axisThrough(
    [
      [0, 0],
      [0, 0.5],
      [0, 1],
    ],
    2,
  );
  expect(onTube(axis, 0.2, 0.3).across).toBeCloseTo(-onTube(axis, -0.2, 0.3).across);
  expect(onTube(axis, 0.2, 0.3).along).toBeCloseTo(0.6);
});

test('given places beyond the ends, then the axis goes on straight there', () => {
  const axis = axisThrough(
    [
      [0, 0],
      [0, 0.5],
      [0, 1],
    ],
    2,
  );
  expect(onTube(axis, 0.1, -0.25).along).toBeCloseTo(-0.5);
  expect(onTube(axis, 0.1, 1.5).along).toBeCloseTo(3);
  expect(Math.abs(onTube(axis, 0.1, 1.5).across)).toBeCloseTo(0.1);
});
