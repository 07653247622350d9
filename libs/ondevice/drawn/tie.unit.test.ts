import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import { besideBody } from './beside-body.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { tie } from './tie.ts';
import { trunk } from './trunk.ts';

const measures = standingMeasures();
const shape = neckShape('collar', measures, undefined);
const shirt = trunk(measures, {
  side: (side) => [besideBody(measures, side, 0.36, 1.1), besideBody(measures, side, 1.1, 1.1)],
  neck: necklinePoints(measures, shape, 0.02),
  neckShares: shape.shares,
  seed: 1,
});
const parts = tie(shirt, measures.torso);
const widthAt = (outline: readonly Point[], from: number, to: number) => {
  const xs = outline.filter(([, y]) => y >= from && y <= to).map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
};

test('given a shirt, then its tie hangs from the collar down to the belt', () => {
  const ys = parts.flatMap(({ outline }) => outline.map(([, y]) => y));
  const [, collar] = shirt.neck[15]!;
  expect(Math.min(...ys)).toBeCloseTo(collar, 1);
  expect(Math.max(...ys)).toBeGreaterThan(0.9 * measures.torso);
  expect(Math.max(...ys)).toBeLessThan(measures.torso);
});

test('given its blade, then it is widest above the point and narrower than the knot where it leaves that', () => {
  const [blade, knot] = parts;
  const end = Math.max(...knot.outline.map(([, y]) => y));
  expect(widthAt(blade.outline, 1.1, 1.3)).toBeCloseTo(0.21, 1);
  expect(widthAt(blade.outline, end - 0.05, end + 0.02)).toBeLessThan(widthAt(knot.outline, 0, end));
});

test('given a collar beside the spine, then the tie hangs back to it', () => {
  const aside = { ...shirt, neck: shirt.neck.map(([x, y]): Point => [x + 0.1, y]) };
  const [blade, knot] = tie(aside, measures.torso);
  const middle = (outline: readonly Point[]) => outline.reduce((sum, [x]) => sum + x, 0) / outline.length;
  expect(middle(knot.outline)).toBeGreaterThan(0.07);
  expect(middle(blade.outline.filter(([, y]) => y > 1.2))).toBeLessThan(0.03);
});
