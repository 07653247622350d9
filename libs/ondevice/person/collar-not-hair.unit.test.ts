import { describe, expect, test } from 'vitest';
import { collarNotHair } from './collar-not-hair.ts';
import { label } from './labels.ts';

const size = { width: 40, height: 60 };
const at = (x: number, y: number) => y * size.width + x;
const frame = { head: { centre: [20, 20] as [number, number], height: 60, width: 30 } };
const isHair = (x: number, y: number) => (y < 12 && x > 8 && x < 32) || (x > 8 && x < 12 && y > 24 && y < 40);

/** Hair on the head, a strip labelled as hair beside the neck, and a top below it; `strip` and `crown`: OKLab lightness and a. */
function parsed(strip: readonly [number, number], crown: readonly [number, number]) {
  const labels = new Uint8Array(size.width * size.height);
  const [lightness, a] = [new Float32Array(labels.length), new Float32Array(labels.length)];
  for (let i = 0; i < labels.length; i++) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    labels[i] = isHair(x, y) ? label.hair : y >= 40 ? label.top : label.skin;
    [lightness[i], a[i]] = isHair(x, y) ? (y < 12 ? crown : strip) : [0.16, 0.005];
  }
  return { labels, oklab: { lightness, a, b: new Float32Array(labels.length) } };
}

describe('what is taken for hair beside the neck', () => {
  test('given brown hair, when it is as black as the top, then it is a collar', () => {
    const { labels, oklab } = parsed([0.18, 0.01], [0.4, 0.06]);
    collarNotHair(labels, oklab, frame, size);
    expect([labels[at(10, 30)], labels[at(20, 5)]]).toEqual([label.top, label.hair]);
  });

  test('given hair that lies in shade above it too, then it stays hair', () => {
    const { labels, oklab } = parsed([0.18, 0.01], [0.4, 0.06]);
    for (let y = 12; y < 24; y++) for (let x = 9; x < 12; x++) labels[at(x, y)] = label.hair;
    for (let y = 12; y < 24; y++) for (let x = 9; x < 12; x++) oklab.a[at(x, y)] = 0.01;
    collarNotHair(labels, oklab, frame, size);
    expect(labels[at(10, 30)]).toBe(label.hair);
  });

  test('given a large area, then it is hair in shade', () => {
    const { labels, oklab } = parsed([0.18, 0.01], [0.4, 0.06]);
    collarNotHair(labels, oklab, { head: { ...frame.head, height: 20, width: 16 } }, size);
    expect(labels[at(10, 30)]).toBe(label.hair);
  });

  test.each([
    ['it is brown too', [0.2, 0.05], [0.4, 0.06]],
    ['it is much lighter than the top', [0.5, 0.01], [0.4, 0.06]],
    ['hair has no colour', [0.18, 0.01], [0.2, 0.01]],
  ] as const)('when %s, then it stays hair', (_, strip, crown) => {
    const { labels, oklab } = parsed(strip, crown);
    collarNotHair(labels, oklab, frame, size);
    expect(labels[at(10, 30)]).toBe(label.hair);
  });
});
