import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { gusset, underCap } from './under-cap.ts';

const measures = standingMeasures();
const flat = { form: () => 0, cloth: (x: number, y: number) => [x, y] as const };

test('given a shoulder, then the trunk ends between where a sleeve begins and the tip', () => {
  const [x, y] = underCap(measures, 1, 0.02);
  expect(x).toBeGreaterThan(measures.shoulderTop(1, 0.85)[0]);
  expect(x).toBeLessThan(measures.tips[1][0]);
  expect(y).toBeLessThan(measures.tips[1][1]);
});

test('given a shoulder turned away, whose arm begins far below it, then the gusset reaches from the shoulder to the arm', () => {
  const turned = {
    ...measures,
    arms: [
      measures.arms[0],
      {
        ...measures.arms[1],
        joints: [
          [0.3, 0.3],
          [0.4, 0.9],
          [0.4, 1.4],
        ] as const,
      },
    ] as const,
  };
  const ys = gusset(turned, 1, flat, 0.02).outline.map(([, y]) => y);
  expect(Math.min(...ys)).toBeLessThan(-0.05);
  expect(Math.max(...ys)).toBeGreaterThan(0.5);
});
