import { expect, test } from 'vitest';
import { oklabPlanes } from '../pixels/colour.ts';
import { clothInHair } from './cloth-in-hair.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { label } from './labels.ts';

const size = { width: 120, height: 120 };
const at = (x: number, y: number) => y * size.width + x;
/** By the labels hair ends at y 80; below it is a top. */
const labelled = Uint8Array.from({ length: 120 * 120 }, (_, i) => (i < at(0, 80) ? label.hair : label.top));
type Colour = readonly [number, number, number];
const brown: Colour = [120, 85, 60];
const orange: Colour = [235, 160, 30];

/** The labels of a picture of hair before a top that shows in a gap between strands, lit or not, and further up in a barrette. */
function corrected(hair: Colour, cloth: Colour, gap: Colour): Uint8Array {
  const data = new Uint8Array(3 * labelled.length);
  for (let i = 0; i < labelled.length; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const inGap = x >= 40 && x < 60 && y >= 65 && y < 80;
    const inBarrette = x >= 40 && x < 44 && y >= 20 && y < 24;
    data.set(inGap ? gap : y >= 80 || inBarrette ? cloth : hair, 3 * i);
  }
  const labels = labelled.slice();
  const oklab = oklabPlanes(data);
  clothInHair(labels, oklab, colourBinsOf(oklab), { head: { height: 100 } }, size);
  return labels;
}

test('given a gap between strands with the colour of the top, lit or shaded, then it is the top', () => {
  for (const gap of [orange, [165, 110, 17] as const]) {
    const labels = corrected(brown, orange, gap);
    expect([labels[at(50, 72)], labels[at(20, 72)], labels[at(50, 90)]]).toEqual([label.top, label.hair, label.top]);
  }
});

test('given a colour of the top far from it, then that stays hair', () => {
  expect(corrected(brown, orange, brown)[at(42, 22)]).toBe(label.hair);
});

test('given hair in its own shade, then it stays hair before a dark top', () => {
  expect(corrected(brown, [30, 30, 34], [52, 36, 25])[at(50, 72)]).toBe(label.hair);
});

test('given a top of the colour of the hair, then the labels stay', () => {
  expect(corrected(brown, [124, 88, 60], [124, 88, 60])).toEqual(labelled);
});
