import { expect, test } from 'vitest';
import { colourBins } from './colour-histogram.ts';
import { skinOfArms } from './skin-of-hands.ts';

const face = Float32Array.from({ length: colourBins }, (_, bin) => (bin === 100 ? 1 : 0));
const bins = new Uint16Array(1000).fill(5000);

test('given hands in another light than the face, then their colours are skin of the arms too', () => {
  const skin = skinOfArms(face, new Float32Array(1000).fill(1), bins);
  expect(skin[100]).toBeCloseTo(0.5);
  expect(skin[5000]).toBeGreaterThan(0.02);
});

test('given no hand that was found, then the face tells the colours of skin', () => {
  expect(skinOfArms(face, new Float32Array(1000), bins)).toBe(face);
});
