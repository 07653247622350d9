import { describe, expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { bareNeck } from './bare-neck.ts';
import { colourBinsOf } from './colour-histogram.ts';
import { label } from './labels.ts';

/** Changes all pixels of a rectangle. */
type Change = (from: readonly [number, number], to: readonly [number, number], change: (i: number) => void) => void;

function person() {
  const { subject } = drawPerson({ top: [40, 60, 120] });
  const { parsed, size } = subject;
  const inside: Change = ([left, top], [right, bottom], change) => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) change(y * size.width + x);
  };
  const at = (x: number, y: number) => y * size.width + x;
  const dye = (i: number, from: number, light: number) => {
    const { lightness, a, b } = parsed.oklab;
    for (const plane of [lightness, a, b]) plane[i] = plane[from]! * light;
  };
  return { ...parsed, size, inside, at, dye };
}

describe('given a strip below the chin that is labelled as a top', () => {
  const labelled = (from: readonly [number, number], light: number, seen: number) => {
    const one = person();
    const { labels, skinLike, inside, dye, at, oklab } = one;
    inside([112, 63], [129, 67], (i) => {
      labels[i] = label.top;
      skinLike[i] = 0;
      dye(i, at(...from), light);
    });
    inside([112, 67], [129, 74], (i) => {
      labels[i] = seen;
      skinLike[i] = seen === label.skin ? 2 : 0;
    });
    bareNeck(labels, { ...one, bins: colourBinsOf(oklab) });
    return labels[at(120, 65)];
  };
  const [cheek, chest] = [
    [120, 45],
    [120, 120],
  ] as const;

  test('then it is the shadow of the chin if skin is seen below it', () => {
    expect(labelled(cheek, 0.6, label.skin)).toBe(label.skin);
  });

  test('then it is the shaded side of the neck if the top has its colour nowhere else', () => {
    expect(labelled(cheek, 0.6, label.top)).toBe(label.skin);
  });

  test('then it stays a scarf if it has another colour, or a collar if no skin is seen below it', () => {
    expect(labelled(chest, 1, label.skin)).toBe(label.top);
    expect(labelled(chest, 0.5, label.top)).toBe(label.top);
  });
});
