import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { sleeveForm } from './sleeve-form.ts';
import { tubeAxis } from './tube.ts';

const { arms } = standingMeasures();
/** A trunk that ends at its side, below the cap, and is flat from there on. */
const trunk = (x: number): number => 0.6 * Math.sqrt(Math.max(0.004, 0.3 - x * x));
const arm = arms[1];
const form = sleeveForm({ arm, axis: tubeAxis(arm, 1.9), radius: arm.radius, length: 0.7, outward: 1, trunk });

test('given the armhole, then a sleeve is as high as the trunk there', () => {
  expect(form(0.4, 0.02)).toBeGreaterThanOrEqual(trunk(0.4));
  expect(form(0.4, 0.02)).toBeLessThan(trunk(0.4) + 0.03);
});

test('given a cap, then it falls towards its outside and its top, and has no step', () => {
  expect(form(0.55, 0.1)).toBeGreaterThan(form(0.63, 0.1) + 0.02);
  expect(form(0.55, 0.1)).toBeGreaterThan(form(0.55, -0.06) + 0.02);
  for (let x = 0.4; x < 0.66; x += 0.005)
    for (let y = -0.08; y < 0.5; y += 0.02) expect(Math.abs(form(x + 0.005, y) - form(x, y))).toBeLessThan(0.03);
});
