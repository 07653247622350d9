import { expect, test } from 'vitest';
import type { Rgb } from '../pixels/plane.ts';
import { estimateForeground } from './foreground.ts';
import { separateHair } from './hair-layer.ts';
import { label } from './labels.ts';

const size = { width: 160, height: 120 };
const opaque = new Float32Array(160 * 120).fill(1);
const at = (x: number, y: number) => y * 160 + x;
/** Hair ends at x 80 by the labels. */
const labels = Uint8Array.from({ length: 160 * 120 }, (_, i) => (i % 160 < 80 ? label.hair : label.top));
const hairColour = [0.35, 0.2, 0.1];
const clothColour = [0.9, 0.9, 0.2];
const picture = (share: (x: number, y: number) => number): Rgb =>
  [0, 1, 2].map((c) =>
    Float32Array.from({ length: 160 * 120 }, (_, i) => {
      const hair = share(i % 160, Math.floor(i / 160));
      return hair * hairColour[c]! + (1 - hair) * clothColour[c]!;
    }),
  ) as unknown as Rgb;

test('given cloth between strands that are labelled as hair, then it is no hair', () => {
  const hair = separateHair(
    labels,
    opaque,
    picture((x, y) => (x < 78 && !(x > 75 && y % 8 < 4) ? 1 : 0)),
    size,
  );
  expect(hair[at(40, 60)]).toBeGreaterThan(0.98);
  expect(hair[at(77, 58)]).toBeLessThan(0.25);
  expect(hair[at(120, 60)]).toBeLessThan(0.02);
});

test('given a half covered edge, then the colour of the hair there has none of the cloth', () => {
  const seen = picture((x) => (x < 79 ? 1 : x < 82 ? 0.5 : 0));
  const hair = separateHair(labels, opaque, seen, size);
  expect(hair[at(80, 60)]).toBeGreaterThan(0.3);
  expect(hair[at(80, 60)]).toBeLessThan(0.9);
  const hairColours = estimateForeground(seen, hair, size);
  expect(Math.abs(hairColours[1][at(80, 60)]! - hairColour[1]!)).toBeLessThan(0.12);
});

test('given cloth of the colour of the hair, then the labels decide', () => {
  const hair = separateHair(
    labels,
    opaque,
    picture(() => 1),
    size,
  );
  expect([hair[at(60, 60)]! > 0.9, hair[at(100, 60)]! < 0.1]).toEqual([true, true]);
});
