import { describe, expect, test } from 'vitest';
import { label } from '../person/labels.ts';
import { clothOnly } from './read-worn.ts';

describe('what of a worn garment is cloth', () => {
  const labels = new Uint8Array(100).fill(label.top, 0, 80);
  const skin = (from: number, to: number) => new Float32Array(100).fill(2, from, to);

  test('given an arm taken for the top, then it is left out', () => {
    const cloth = clothOnly(labels, label.top, skin(30, 60));
    expect([cloth[10], cloth[40], cloth[70], cloth[90]]).toEqual([1, 0, 1, 0]);
  });

  test('given a garment in the colour of skin, then all of it is cloth', () => {
    expect(clothOnly(labels, label.top, skin(5, 80)).reduce((sum, value) => sum + value, 0)).toBe(80);
  });
});
