import { describe, expect, it } from 'vitest';
import { roundNeck } from './round-neck.ts';

const head = {
  centre: [50, 40] as const,
  width: 40,
  height: 60,
  chin: [50, 70] as const,
  brow: [50, 10] as const,
  faceSeen: true,
};
const reach = { aside: 0.5, above: 0.25, below: 0.5 };

describe('given a head whose chin is at 50, 70', () => {
  it('then the place below the chin is round the neck, and that beside the shoulders or above the mouth is not', () => {
    const upright = roundNeck({ head, down: [0, 1] }, reach);
    expect(upright(50, 90)).toBe(true);
    expect(upright(80, 90)).toBe(false);
    expect(upright(50, 50)).toBe(false);
    expect(upright(50, 105)).toBe(false);
  });

  it('then it is along the spine of one who lies', () => {
    const lying = roundNeck({ head, down: [1, 0] }, reach);
    expect(lying(75, 70)).toBe(true);
    expect(lying(50, 92)).toBe(false);
  });
});
