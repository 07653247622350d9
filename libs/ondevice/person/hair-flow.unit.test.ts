import { expect, test } from 'vitest';
import { hairFlow } from './hair-flow.ts';

const size = { width: 120, height: 120 };
const hair = new Float32Array(120 * 120).map((_, i) => (i < 80 * 120 ? 1 : 0));
/** Lightness of strands along which x changes by `slope` a row. */
const strands = (slope: number) =>
  hair.map((_, i) => 0.4 + 0.05 * Math.sin(((i % 120) - slope * Math.floor(i / 120)) * 0.7));
const at = 40 * 120 + 60;
const everywhere = () => true;

test.each([0, 0.7, -0.7])('given strands that lean by %d, then the flow goes down along them', (slope) => {
  const { dx, dy } = hairFlow(strands(slope), hair, 60, size, everywhere);
  expect(dy[at]).toBeGreaterThan(0);
  expect(dx[at]! / dy[at]!).toBeCloseTo(slope, 1);
});

test('given hair without strands, or cloth below leaning ones, then it falls straight down, or goes on as they do', () => {
  const { dx } = hairFlow(new Float32Array(hair.length), hair, 60, size, everywhere);
  expect(dx[at]).toBeCloseTo(0, 2);
  const leaning = hairFlow(strands(0.7), hair, 60, size, everywhere);
  expect(leaning.dx[85 * 120 + 60]).toBeGreaterThan(0.3);
});

test('given that only one place is asked for, then its flow is the same, and there is none elsewhere', () => {
  const all = hairFlow(strands(0.7), hair, 60, size, everywhere);
  const { dx, dy } = hairFlow(strands(0.7), hair, 60, size, (i) => i === at);
  expect([dx[at], dy[at]]).toEqual([all.dx[at], all.dy[at]]);
  expect([dx[at + 1], dy[at + 1]]).toEqual([0, 0]);
});
