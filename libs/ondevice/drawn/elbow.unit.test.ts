import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { sleeve } from './sleeve.ts';

const picture = { width: 400, height: 500 };
const standing = standingMeasures();

/** Whether the long sleeve of an arm whose wrist is there covers a place; both in body coordinates. */
function covers(side: 0 | 1, wrist: Point): (place: Point) => boolean {
  const arm = standing.arms[side];
  const arms = standing.arms.map((one, k) =>
    k === side ? { ...arm, joints: [arm.joints[0], arm.joints[1], wrist] as const } : one,
  );
  const measures = { ...standing, arms: [arms[0]!, arms[1]!] as const };
  const part = sleeve(measures, side, { end: 1.9, ease: 1.1, extra: 0.02, trunk: () => 0.3 });
  const covered = fillPolygon(part.outline.map(measures.toImage), picture);
  return (place) => {
    const [x, y] = measures.toImage(place);
    return covered[Math.round(y) * picture.width + Math.round(x)]! > 0.5;
  };
}

test.each([0, 1] as const)(
  'given a forearm that is raised, then the sleeve goes round the elbow on side %i',
  (side) => {
    const d = side === 0 ? -1 : 1;
    const raised = covers(side, [d * 0.66, 0.05]);
    expect(raised([d * 0.62, 0.7])).toBe(true);
    expect(raised([d * 0.63, 0.82])).toBe(true);
    expect(raised([d * 0.63, 0.92])).toBe(false);
  },
);

test.each([0, 1] as const)('given an arm that hangs, then nothing is added beside the elbow on side %i', (side) => {
  const d = side === 0 ? -1 : 1;
  const hanging = covers(side, [d * 0.66, 1.3]);
  expect(hanging([d * 0.63, 0.82])).toBe(true);
  expect(hanging([d * 0.83, 0.7])).toBe(false);
});
