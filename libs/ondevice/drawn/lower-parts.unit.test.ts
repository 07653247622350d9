import { describe, expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { alongLimb } from './limb.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { skirt, skirtLines } from './skirt.ts';
import { tights, usualHalf } from './tights.ts';
import { trousers } from './trousers.ts';

const picture = { width: 400, height: 500 };

/** What `parts` cover, asked by place in body coordinates. */
function coverage(parts: readonly Part[], { toImage }: Measures): (place: Point) => boolean {
  const covered = new Float32Array(picture.width * picture.height);
  for (const { outline } of parts) fillPolygon(outline.map(toImage), picture, covered);
  return (place) => {
    const [x, y] = toImage(place);
    return covered[Math.round(y) * picture.width + Math.round(x)]! > 0.5;
  };
}

const lowest = (parts: readonly Part[]): number =>
  Math.max(...parts.flatMap(({ outline }) => outline.map(([, y]) => y)));
const widest = (parts: readonly Part[]): number =>
  Math.max(...parts.flatMap(({ outline }) => outline.map(([x]) => Math.abs(x))));

describe('a skirt', () => {
  const standing = standingMeasures();

  test('given a knee-length one, then it goes round both legs and ends at the knees', () => {
    const parts = skirt(standing, { cut: 'a-line skirt', length: 1 }, 0.72);
    expect(coverage(parts, standing)([0, 2.3])).toBe(true);
    expect(lowest(parts)).toBeGreaterThan(2.5);
    expect(lowest(parts)).toBeLessThan(2.72);
  });

  test('given each cut, then an a-line hem is wider than the hips and a straight one is not', () => {
    expect(widest(skirt(standing, { cut: 'a-line skirt', length: 1 }, 0.72))).toBeCloseTo(0.46 + 0.29, 2);
    expect(widest(skirt(standing, { cut: 'straight skirt', length: 1 }, 0.72))).toBeLessThan(0.56);
  });

  test('given legs far apart, then even a straight one covers both', () => {
    const astride = standingMeasures({ feet: 0.9 });
    const { side } = skirtLines(astride, { cut: 'straight skirt', length: 1 });
    for (const which of [0, 1] as const) {
      const [legX] = alongLimb(astride.legs[which], 1);
      expect(Math.abs(side(which).at(-1)![0])).toBeGreaterThan(Math.abs(legX) + 0.1);
    }
  });

  test('given pleats, then their folds are as many on either half', () => {
    const { relief } = skirtLines(standing, { cut: 'pleated skirt', length: 1 });
    const falls = (from: number, to: number) => {
      let count = 0;
      for (let s = from; s < to; s += 0.002) if (relief(0, 2.4, s) - relief(0, 2.4, s + 0.002) > 0.002) count++;
      return count;
    };
    expect(falls(-0.9, 0)).toBeGreaterThan(5);
    expect(Math.abs(falls(-0.9, 0) - falls(0, 0.9))).toBeLessThan(falls(-0.9, 0.9) / 3);
  });
});

describe('trousers', () => {
  const standing = standingMeasures();
  const fit = { bare: false, waist: 0.84 };

  test('given long ones, then they go over the ankles, with a gap between the legs', () => {
    const parts = trousers(standing, { cut: 'straight trousers', length: 2 }, fit);
    expect(lowest(parts)).toBeGreaterThan(3.65);
    expect(coverage(parts, standing)([0.27, 3])).toBe(true);
    expect(coverage(parts, standing)([0, 3.3])).toBe(false);
    expect(coverage(parts, standing)([0, 1.5])).toBe(true);
  });

  test('given shorts, then the knees are bare', () => {
    const parts = trousers(standing, { cut: 'straight trousers', length: 0.62 }, fit);
    expect(coverage(parts, standing)([0.3, 1.9])).toBe(true);
    expect(lowest(parts)).toBeLessThan(2.3);
  });

  test('given each cut, then wide ones are the widest at the hem', () => {
    const atHem = (cut: 'slim trousers' | 'straight trousers' | 'wide trousers') => {
      const parts = trousers(standing, { cut, length: 2 }, fit);
      const covers = coverage(parts, standing);
      let pixels = 0;
      for (let x = 0; x < 0.8; x += 0.01) if (covers([x, 3.5])) pixels++;
      return pixels;
    };
    const [slim, straight, wide] = [atHem('slim trousers'), atHem('straight trousers'), atHem('wide trousers')];
    expect(slim).toBeLessThan(straight - 5);
    expect(straight).toBeLessThan(wide - 5);
  });

  test('given bare legs, then slim trousers are still wider than they are', () => {
    const parts = trousers(standing, { cut: 'slim trousers', length: 2 }, { ...fit, bare: true });
    const [x, y] = standing.legs[1].joints[1];
    expect(coverage(parts, standing)([x + 0.15, y])).toBe(true);
    expect(coverage(parts, standing)([x - 0.15, y])).toBe(true);
  });

  test('given legs that stand together, then they do not gape at the crotch', () => {
    const together = standingMeasures({ feet: 0.05 });
    const parts = trousers(together, { cut: 'straight trousers', length: 2 }, fit);
    const covers = coverage(parts, together);
    for (let y = 1.5; y < 2.4; y += 0.05) expect(covers([0, y])).toBe(true);
  });
});

describe('tights', () => {
  test('given legs in wide trousers, then they are as wide as legs are, and reach into the shoes', () => {
    const standing = standingMeasures();
    const parts = tights(standing, 0.7);
    expect(lowest(parts)).toBeGreaterThan(3.7);
    const [, knee, ankle] = standing.legs[1].joints;
    expect(coverage(parts, standing)([knee[0] + usualHalf(1) * 1.35, knee[1]])).toBe(false);
    expect(coverage(parts, standing)(ankle)).toBe(true);
    expect(coverage(parts, standing)([0, 3])).toBe(false);
  });
});
