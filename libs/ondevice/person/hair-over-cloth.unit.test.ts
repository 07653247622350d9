import { expect, test } from 'vitest';
import { oklabPlanes } from '../pixels/colour.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { hairOverCloth } from './hair-over-cloth.ts';
import { label } from './labels.ts';

const size = { width: 160, height: 160 };
const at = (x: number, y: number) => y * size.width + x;
type Colour = readonly [number, number, number];
const black: Colour = [24, 20, 20];
const red: Colour = [200, 40, 50];
const grey: Colour = [60, 56, 56];

/**
 * The labels of a picture with a head at the left, its hair at the top, and a top from y 60 on. Hair of some colour goes on down `braid` columns
 * from x 100, from some row on.
 */
function followed(hair: Colour, cloth: Colour, braid: { wide: number; from: number }): Uint8Array {
  const labels = new Uint8Array(size.width * size.height);
  const data = new Uint8Array(3 * labels.length);
  for (let i = 0; i < labels.length; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    const onFace = x < 40 && y < 60;
    const inBraid = x >= 100 && x < 100 + braid.wide && y >= braid.from && y < 140;
    labels[i] = onFace ? label.skin : y < 60 ? label.hair : label.top;
    data.set(onFace ? [220, 170, 140] : y < 60 || inBraid ? hair : cloth, 3 * i);
  }
  const oklab = oklabPlanes(data);
  const none = new Float32Array(labels.length);
  const head = { centre: [20, 30], chin: [20, 58], brow: [20, 10], width: 40, height: 60 } as never;
  const frame = { head, down: [0, 1] as const };
  hairOverCloth(
    { labels, lightness: oklab.lightness, bins: colourBinsOf(oklab), face: none, hands: none, frame, parts: undefined },
    size,
  );
  return labels;
}

test('given a braid before a top of another colour, then it is hair down to its end', () => {
  const labels = followed(black, red, { wide: 10, from: 60 });
  expect([labels[at(105, 70)], labels[at(105, 135)]]).toEqual([label.hair, label.hair]);
  expect([labels[at(70, 100)], labels[at(130, 100)], labels[at(105, 150)]]).toEqual([label.top, label.top, label.top]);
});

test('given a stripe of the colour of hair that does not begin at it, then that stays cloth', () => {
  expect(followed(black, red, { wide: 10, from: 90 })[at(105, 120)]).toBe(label.top);
});

test('given a top of nearly the colour of hair, then the labels stay', () => {
  expect(followed(black, black, { wide: 10, from: 60 })[at(105, 100)]).toBe(label.top);
  expect(followed(grey, [62, 58, 58], { wide: 10, from: 60 })[at(105, 100)]).toBe(label.top);
});
