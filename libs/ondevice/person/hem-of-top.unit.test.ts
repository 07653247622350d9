import { describe, expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { hemOfTop } from './hem-of-top.ts';
import { label } from './labels.ts';

const { width, height } = figureSize;

/** Cloth down the picture of the figure, whose hips are at y 200; of its columns every other has a colour, down to `hem`. */
function cloth(hem: number, isColoured: (x: number) => boolean) {
  const size = { width, height: 245 };
  const labels = new Uint8Array(size.width * size.height);
  const a = new Float32Array(labels.length);
  for (let i = 0; i < labels.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    if (x < 50 || x > 150 || y < 95) continue;
    labels[i] = y < 190 ? label.top : label.bottom;
    if (y < hem && isColoured(x)) a[i] = 0.15;
  }
  return { labels, oklab: { a, b: new Float32Array(labels.length) }, size };
}
const hemOf = ({ labels, oklab, size }: ReturnType<typeof cloth>) => hemOfTop(labels, oklab, figureFrame(), size);

describe('the hem of a printed top', () => {
  test('given a print that goes on below the hips and plain cloth below it, then the hem is between them', () => {
    const hem = hemOf(cloth(225, (x) => x % 2 === 0));
    expect(hem?.printed).toBe(true);
    expect(hem?.v).toBeCloseTo(1.24, 1);
  });

  test.each([
    ['of one colour', () => true],
    ['without a colour', () => false],
  ])('given cloth %s, then no hem is known', (_, isColoured) => {
    expect(hemOf(cloth(245, isColoured))).toBeUndefined();
  });

  test('given a muted colour in light and shade, then no hem is known', () => {
    const dress = cloth(245, (x) => x % 2 === 0);
    for (let i = 0; i < dress.oklab.a.length; i++) dress.oklab.a[i] = dress.oklab.a[i]! > 0 ? 0.07 : 0.05;
    expect(hemOf(dress)).toBeUndefined();
  });

  test('given legs that are seen to the knees, then it may be a dress', () => {
    const { labels, oklab } = cloth(225, (x) => x % 2 === 0);
    const taller = new Uint8Array(width * height);
    taller.set(labels);
    const plane = new Float32Array(width * height);
    plane.set(oklab.a);
    expect(
      hemOfTop(taller, { a: plane, b: new Float32Array(plane.length) }, figureFrame(), figureSize),
    ).toBeUndefined();
  });
});

describe('the hem of a plain top', () => {
  /** Plain cloth down to `hem`, and skin below it. */
  const plain = (hem: number) => {
    const worn = cloth(245, () => false);
    for (let i = 0; i < worn.labels.length; i++)
      if (worn.labels[i] === label.bottom && Math.floor(i / width) >= hem) worn.labels[i] = label.skin;
    return worn;
  };

  test('given something else below the hips, then the hem is above it, and it is no print', () => {
    const hem = hemOf(plain(218));
    expect(hem?.printed).toBe(false);
    expect(hem?.v).toBeCloseTo(1.17, 1);
  });

  test('given cloth nearly to the end of the picture, then it may go on', () => {
    expect(hemOf(plain(242))).toBeUndefined();
  });
});
