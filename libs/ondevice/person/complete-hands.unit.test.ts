import { expect, test } from 'vitest';
import { hand } from '../fixtures/hand.ts';
import { maskWhere } from '../pixels/plane.ts';
import { completeHands } from './complete-hands.ts';
import { handShape } from './hand-shape.ts';

const size = { width: 220, height: 200 };
const count = size.width * size.height;
const shape = handShape(hand);
const at = (x: number, y: number) => y * size.width + x;
const x = (i: number) => i % size.width;
const y = (i: number) => Math.floor(i / size.width);
/** How far the middle of a pixel is from the hand's bones. */
const relative = (i: number) => shape.relative(x(i) + 0.5, y(i) + 0.5);

type Seen = { isFound: (i: number) => boolean; isSkin: (i: number) => boolean };

/** The hand of the fixture after it was completed. */
function completed({ isFound, isSkin }: Seen): Float32Array {
  const found = maskWhere(count, isFound);
  completeHands(found, [{ arm: 0, points: hand }], isSkin, size);
  return found;
}

test('given a lit side of a palm that is not found, then skin of it is the hand’s, and cloth before it is not', () => {
  const isFound = (i: number) => relative(i) < 0.7 && x(i) < 100;
  const isSkin = (i: number) => relative(i) < 1 && y(i) < 130;
  const found = completed({ isFound, isSkin });
  expect(found[at(108, 110)]).toBe(1);
  expect(found[at(104, 138)]).toBe(0);
});

test('given skin all round a hand, then hardly more than the hand is added', () => {
  const found = completed({ isFound: (i) => relative(i) < 0.9, isSkin: () => true });
  const beyond = maskWhere(count, (i) => relative(i) > 2.5 && found[i]! > 0.5);
  expect(beyond.filter((value) => value === 1)).toHaveLength(0);
});

test('given a bent finger beyond its points, then that small area of skin is the hand’s, and one apart from it is not', () => {
  const [tip, apart] = [at(102, 36), at(170, 180)];
  const isNear = (i: number, of: number) => Math.abs(x(i) - x(of)) <= 3 && Math.abs(y(i) - y(of)) <= 8;
  const isFound = (i: number) => relative(i) < 0.9;
  const found = completed({ isFound, isSkin: (i) => isFound(i) || isNear(i, tip) || isNear(i, apart) });
  expect(relative(at(102, 30))).toBeGreaterThan(1.6);
  expect(found[at(102, 32)]).toBe(1);
  expect(found[apart]).toBe(0);
});

test('given an arm that goes on from a hand, then it is not the hand’s', () => {
  const isArm = (i: number) => Math.abs(x(i) - 100) < 12 && y(i) > 140;
  const found = completed({ isFound: (i) => relative(i) < 0.9, isSkin: (i) => relative(i) < 1 || isArm(i) });
  expect(found[at(100, 180)]).toBe(0);
});

test('given the gap between thumb and palm, then its skin is the hand’s', () => {
  const isFound = (i: number) => relative(i) < 0.9;
  const gap = Array.from({ length: count }, (_, i) => i).filter(
    (i) => relative(i) > 1.25 && relative(i) < 1.6 && x(i) < 84 && x(i) > 70 && y(i) > 88 && y(i) < 104,
  );
  expect(gap.length).toBeGreaterThan(5);
  const found = completed({ isFound, isSkin: () => true });
  expect(gap.filter((i) => found[i]! > 0.5).length).toBeGreaterThan(0.4 * gap.length);
});
