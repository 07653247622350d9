import { describe, expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import { necklinePoints, neckShape } from './necklines.ts';
import { openSide } from './open-side.ts';
import type { Part } from './part.ts';
import { upperStyle } from './upper-styles.ts';
import { upperTrunk } from './upper-trunk.ts';

const measures = standingMeasures();
const side = (which: 0 | 1, name: string, cut: 'blazer' | 'zip' | 'cardigan') => {
  const style = upperStyle({ kind: 'outer', name, cut, neck: 'crew', material: 'wool', sleeve: 2 });
  const shape = neckShape('crew', measures, undefined);
  const neck = necklinePoints(measures, shape, style.lift);
  const body = upperTrunk(measures, style, { waist: undefined, bare: false, soft: 1, neck, shares: shape.shares });
  return openSide(measures, body, style, which);
};
const ys = ({ outline }: Part) => outline.map(([, y]) => y);
const touches = (part: Part, [x, y]: Point) => part.outline.some(([px, py]) => Math.hypot(px - x, py - y) < 1e-9);

describe('given a blazer', () => {
  const [lapel, collar] = side(1, 'blazer', 'blazer').over as [Part, Part];

  test('then its collar comes from behind the neck and ends on the chest, where the lapel goes on to the button', () => {
    expect(Math.min(...ys(collar))).toBeLessThan(-0.15);
    expect(Math.max(...ys(collar))).toBeLessThan(0.2);
    expect(Math.max(...ys(lapel))).toBeGreaterThan(0.8);
  });

  test('then both meet at the notch, beyond which each has a corner of its own', () => {
    const notch = lapel.outline.at(-1)!;
    expect(touches(collar, notch)).toBe(true);
    const below = Math.max(...lapel.outline.map(([x]) => x));
    const above = Math.max(...collar.outline.map(([x]) => x));
    expect(Math.min(below, above)).toBeGreaterThan(notch[0] + 0.04);
  });

  test('then the other side is its mirror image', () => {
    const [other] = side(0, 'blazer', 'blazer').over as [Part];
    const reach = (part: Part) => Math.max(...part.outline.map(([x]) => Math.abs(x)));
    expect(reach(other)).toBeCloseTo(reach(lapel));
    expect(other.outline[0]![0]).toBeCloseTo(-lapel.outline[0]![0]);
  });

  test('then it is open at the neck and closed at the waist', () => {
    const { inside } = side(1, 'blazer', 'blazer');
    expect(inside(0.12, 0.1)).toBeLessThan(0);
    expect(inside(0.12, 0.62 * measures.torso)).toBeGreaterThan(0);
  });
});

test('given a bomber, then its collar stands round the neck, and a zip is sewn along its front', () => {
  const { over, seams } = side(1, 'bomber jacket', 'zip');
  expect(over).toHaveLength(1);
  expect(Math.max(...ys(over[0]!))).toBeLessThan(0.25);
  expect(seams.length).toBeGreaterThan(side(1, 'blazer', 'blazer').seams.filter(({ strength }) => strength < 0).length);
});

test('given a cardigan, then its band goes down to the hem', () => {
  const { over } = side(1, 'cardigan', 'cardigan');
  expect(Math.max(...ys(over[0]!))).toBeGreaterThan(measures.torso);
});
