import { expect, test } from 'vitest';
import { measureNoise, whiteNoise } from './noise.ts';

const size = { width: 120, height: 90 };
const picture = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => value(i % size.width, Math.floor(i / size.width)));
const everywhere = () => true;

test.each([0.004, 0.02])('given noise of %d over a slope and an edge, then that is measured', (sigma) => {
  const noisy = picture((x, y) => 0.004 * x + (y > 40 ? 0.3 : 0) + sigma * whiteNoise(x, y));
  const measured = measureNoise(noisy, size, everywhere)!;
  expect(measured / sigma).toBeGreaterThan(0.85);
  expect(measured / sigma).toBeLessThan(1.15);
});

test('given no noise, then none is measured, and nothing where too little is seen', () => {
  const clean = picture((x, y) => 0.004 * x + (y > 40 ? 0.3 : 0));
  expect(measureNoise(clean, size, everywhere)).toBeLessThan(1e-6);
  expect(measureNoise(clean, size, (i) => i < 300)).toBeUndefined();
});
