import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { label } from './labels.ts';
import { labelStrands } from './strands.ts';

const { width, height } = figureSize;
const at = (x: number, y: number) => y * width + x;
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));

test('given strands that have the colour of skin, then they go on from the hair, and a smooth shoulder stays skin', () => {
  const strands = (x: number, y: number) => x > 130 && x < 160 && y > 30 && y < 150;
  const lightness = plane((x, y) => (strands(x, y) && x % 4 < 2 ? 0.5 : 0.7) + (x % 2) * 0.002);
  const labels = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return strands(x, y) && y < 60 ? label.hair : label.skin;
  });
  const kept = plane((x, y) => (Math.abs(x - 100) < 15 && y < 70 ? 1 : 0));
  labelStrands(labels, lightness, kept, figureFrame(), figureSize, () => true);
  expect([labels[at(145, 100)], labels[at(145, 140)]]).toEqual([label.hair, label.hair]);
  expect([labels[at(100, 50)], labels[at(50, 120)], labels[at(145, 220)]]).toEqual([
    label.skin,
    label.skin,
    label.skin,
  ]);
});
