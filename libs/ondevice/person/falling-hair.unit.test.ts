import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { fallingHair } from './falling-hair.ts';
import { label } from './labels.ts';

const { width, height } = figureSize;
const frame = figureFrame();
const { centre, width: face } = frame.head;
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
const colour = { hair: 100, cloth: 5000 };
/** Hair as wide as a fifth of the face to the right of it, down to the chest; `beside` gives its colour. */
const look = (beside: number, { skinLike = 0, rough = true } = {}) => {
  const isBeside = (x: number) => x > centre[0] + face * 0.5 && x < centre[0] + face * 0.72;
  const isChest = (y: number) => y > 100;
  const labels = Uint8Array.from(
    plane((_, y) => (y < centre[1] - 5 ? label.hair : isChest(y) ? label.top : label.skin)),
  );
  return fallingHair(frame, labels, {
    matte: plane((x, y) => (isBeside(x) || isChest(y) || Math.abs(x - centre[0]) < face / 2 ? 1 : 0)),
    kept: plane((x) => (Math.abs(x - centre[0]) < face / 2 ? 1 : 0)),
    bins: Uint16Array.from(
      plane((x, y) => (isChest(y) ? colour.cloth : isBeside(x) && y > centre[1] ? beside : colour.hair)),
    ),
    skinLike: plane((x) => (isBeside(x) ? skinLike : 0)),
    isRough: () => rough,
    size: figureSize,
  });
};

test('given a narrow lock beside one side of the face, then hair falls there only', () => {
  const { left, right, seen } = look(colour.hair);
  expect([left, right]).toEqual([false, true]);
  expect(seen.length).toBeGreaterThan(0);
});

test('given something as smooth as skin and of its colour beside the mouth, then it is the neck', () => {
  expect(look(colour.hair, { skinLike: 1, rough: false }).right).toBe(false);
  expect(look(colour.hair, { skinLike: 1, rough: true }).right).toBe(true);
});

test('given the cloth of the chest beside the mouth, then it is a raised shoulder', () => {
  expect(look(colour.cloth).right).toBe(false);
});
