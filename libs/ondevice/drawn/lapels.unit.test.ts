import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import { frontEdge } from './front-edge.ts';
import { lapel } from './lapels.ts';
import { type Side, sign } from './side.ts';

const measures = standingMeasures();

test.each([0, 1] as const)(
  'given side %i, then beside the neck nothing of the collar lies before what is worn below',
  (side: Side) => {
    const from: Point = [sign(side) * 0.2, -0.14];
    const [, collar] = lapel(measures, side, from, frontEdge(measures, side, from, 1.7, 'open'));
    const beside = collar!.outline.filter(([, y]) => y <= from[1] + 0.01);
    expect(beside.length).toBeGreaterThan(2);
    for (const [x] of beside) expect(sign(side) * x).toBeGreaterThanOrEqual(0.2);
  },
);
