import { expect, test } from 'vitest';
import { figureSize, stickFigure } from '../fixtures/stick-figure.ts';
import type { Point } from '../pixels/points.ts';
import { browPoint, chinPoint, type Face, outlineOf } from './find-face.ts';
import { joint } from './find-pose.ts';
import { withoutFalseMesh } from './without-false-mesh.ts';

/** The person ends at x = 60 on the left. */
const matte = Float32Array.from({ length: figureSize.width * figureSize.height }, (_, i) =>
  i % figureSize.width < 60 ? 0 : 1,
);

/** A face round `x`, 40 high and wide. */
function faceAt(x: number): Face {
  const numbers = outlineOf(Array.from({ length: 468 }, (_, k): Point => [k, 0])).map(([k]) => k);
  const mesh = Array.from({ length: 468 }, (): Point => [x, 60]);
  for (const [k, number] of numbers.entries()) {
    const angle = (k / numbers.length) * 2 * Math.PI;
    mesh[number] = [x + 20 * Math.sin(angle), 60 - 20 * Math.cos(angle)];
  }
  [mesh[browPoint], mesh[chinPoint]] = [
    [x, 40],
    [x, 80],
  ];
  const box = { score: 1, left: x - 20, right: x + 20, top: 40, bottom: 80, points: [] };
  return { box, mesh, outline: outlineOf(mesh) };
}

const withEars = (left: number, right: number) => {
  const { pose } = stickFigure();
  const places: Partial<Record<number, number>> = { [joint.leftEar]: left, [joint.rightEar]: right };
  const points = pose.points.map((point, which) => ({ ...point, x: places[which] ?? point.x, y: 60 }));
  return { ...pose, points };
};

test('given a profile, when part of the mesh lies beside the person, then it is not of their face', () => {
  const pose = withEars(104, 96);
  expect(withoutFalseMesh({ pose, face: faceAt(74) }, matte, figureSize)).toEqual({ pose, face: undefined });
  const fits = { pose, face: faceAt(79) };
  expect(withoutFalseMesh(fits, matte, figureSize)).toBe(fits);
});

test('given somebody who is turned to us, then what of the matte is missing at a face does not matter', () => {
  const person = { pose: withEars(95, 55), face: faceAt(74) };
  expect(withoutFalseMesh(person, matte, figureSize)).toBe(person);
});

test('given no mesh, then there is none', () => {
  const person = { pose: withEars(104, 96), face: undefined };
  expect(withoutFalseMesh(person, matte, figureSize)).toBe(person);
});
