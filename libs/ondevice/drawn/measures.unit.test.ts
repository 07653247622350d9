import { describe, expect, test } from 'vitest';
import { drawPerson } from '../fixtures/drawn-person.fixture.ts';
import { alongLimb, measure } from './measures.ts';
import { canDraw } from './pose.ts';

// 80 pixels between the shoulders, whose line is at y 70; the hips are at 170.
const { subject } = drawPerson({ top: [40, 60, 120], bottom: { colour: [30, 30, 30], shape: 'legs', hem: 330 } });
const measures = measure(subject);

describe('given a drawn person', () => {
  test('then body coordinates are in shoulder widths from the middle of the shoulder line', () => {
    expect(measures.scale).toBeCloseTo(80);
    expect(measures.toBody(160, 70)).toEqual([0.5, 0]);
    expect(measures.toImage([0, measures.torso])[1]).toBeCloseTo(170);
    expect(measures.shoulders[0][0]).toBeCloseTo(-0.5);
  });

  test('then the trunk is as wide as bodies are', () => {
    for (const side of [0, 1] as const)
      for (const v of [0.36, 0.66, 1]) {
        expect(measures.half(side, v)).toBeGreaterThan(0.28);
        expect(measures.half(side, v)).toBeLessThan(0.66);
      }
  });

  test('then the left of its limbs are those at the left of the picture', () => {
    for (const limbs of [measures.arms, measures.legs])
      expect(alongLimb(limbs[0], 1)[0]).toBeLessThan(alongLimb(limbs[1], 1)[0]);
  });

  test('then garments may be drawn on it', () => {
    expect(canDraw(measures).upper).toBe(true);
  });
});
