import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { withSoftBorders } from './with-soft-borders.ts';

test('given somebody to be dressed, then opacities go over into each other at the outline, and the rest stays', () => {
  const { subject } = drawPerson({ top: [40, 60, 120] });
  const soft = withSoftBorders(subject);
  const { width } = subject.size;
  const row = 110;
  const at = (x: number) => row * width + x;
  const first = Array.from({ length: width }, (_, x) => x).find((x) => subject.matte[at(x)]! > 0.9)!;
  expect(subject.matte[at(first - 1)]).toBe(0);
  expect(soft.matte[at(first - 1)]).toBeGreaterThan(0.1);
  expect(soft.matte[at(first)]).toBeLessThan(0.9);
  expect(soft.matte[at(first + 3)]).toBe(1);
  expect(soft.protected).toEqual(subject.protected);
  expect(soft.parsed).toBe(subject.parsed);
});
