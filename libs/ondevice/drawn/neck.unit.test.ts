import { describe, expect, test } from 'vitest';
import { besideNeck, type Neck, neckAt } from './neck.ts';

const upright: Neck = { half: 0.16, seen: { middle: [0, -0.2], half: 0.16 }, sides: [-0.16, 0.16] };
const leaning: Neck = { half: 0.16, seen: { middle: [0.1, -0.2], half: 0.16 }, sides: [-0.06, 0.26] };

describe('beside a neck', () => {
  test('given its narrowest place, then what is wider lies beside it', () => {
    expect(besideNeck(upright, 0.15, -0.2)).toBeLessThan(0);
    expect(besideNeck(upright, 0.2, -0.2)).toBeCloseTo(0.04, 3);
  });

  test('given a place below, then the neck is wider there', () => {
    expect(besideNeck(upright, 0.2, -0.05)).toBeLessThan(0);
  });

  test('given a leaning neck, then it is followed', () => {
    expect(besideNeck(leaning, 0.24, -0.2)).toBeLessThan(0);
    expect(besideNeck(leaning, -0.15, -0.2)).toBeGreaterThan(0);
  });
});

describe('the middle of a neck', () => {
  test('given it is seen, then it leans from the spine to there, wherever the chin is', () => {
    expect(neckAt({ neck: leaning, chin: [-0.3, -0.3] }, -0.2)).toBeCloseTo(0.1, 3);
    expect(neckAt({ neck: leaning, chin: [-0.3, -0.3] }, 0.05)).toBeCloseTo(0, 3);
  });

  test('given it is hidden below a face that is turned far, then it hardly leans', () => {
    const hidden: Neck = { half: 0.16, seen: undefined, sides: [-0.16, 0.16] };
    expect(neckAt({ neck: hidden, chin: [0.4, -0.3] }, -0.3)).toBeCloseTo(0.08, 3);
  });
});
