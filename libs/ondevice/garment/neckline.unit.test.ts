import { expect, test } from 'vitest';
import { necklineCurve, shoulderLine } from './neckline.ts';

test('given a v-neck, then it is deepest on the spine and symmetric', () => {
  const curve = necklineCurve('v', undefined);
  expect(curve(0)).toBeGreaterThan(curve(0.1));
  expect(curve(0.1)).toBe(curve(-0.1));
});

test('given a crew neck, then it begins where the worn top does, within reason', () => {
  expect(necklineCurve('crew', 0.02)(0)).toBeCloseTo(0.02);
  expect(necklineCurve('crew', 0.4)(0)).toBeCloseTo(0.05);
});

test('given a turtleneck, then everything below the chin is covered', () => {
  expect(necklineCurve('turtle', undefined)(0)).toBeLessThan(-1);
});

test('given the shoulders, then their line falls outwards', () => {
  expect(shoulderLine(0)).toBeLessThan(shoulderLine(0.4));
  expect(shoulderLine(-0.4)).toBe(shoulderLine(0.4));
});
