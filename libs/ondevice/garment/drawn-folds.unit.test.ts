import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.fixture.ts';
import { drawnFolds } from './drawn-folds.ts';

test('given a body, then folds lie at armpits, waist and elbows, shade and light, and none on the breastbone', () => {
  const folds = drawnFolds(figureFrame(), figureSize);
  const part = (left: number, right: number, top: number, bottom: number) =>
    folds.filter((_, i) => {
      const [x, y] = [i % figureSize.width, Math.floor(i / figureSize.width)];
      return x >= left && x < right && y >= top && y < bottom;
    });
  for (const there of [part(118, 138, 105, 140), part(105, 138, 155, 195), part(145, 165, 145, 180)]) {
    expect(Math.min(...there)).toBeLessThan(-0.1);
    expect(Math.max(...there)).toBeGreaterThan(0.03);
  }
  expect(Math.max(...part(95, 105, 105, 120).map(Math.abs))).toBeLessThan(0.03);
  expect(Math.max(...folds)).toBeLessThan(0.6);
  expect(Math.min(...folds)).toBeGreaterThan(-1);
});
