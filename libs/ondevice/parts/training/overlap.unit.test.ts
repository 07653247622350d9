import { expect, test } from 'vitest';
import { partSide } from '../classify.ts';
import { wordsOf } from './cross-validate.ts';
import { mostLikely } from './find-classes.ts';
import { foldsOf } from './folds.ts';
import { labelSide, unknown } from './label-maps.ts';
import { addOverlap, farFromBorders, intersectionOverUnion, noOverlap } from './overlap.ts';
import { seededRandom } from './seeded-random.ts';

test('given found and labelled pixels of two photographs, then intersection over union is over both', () => {
  const total = noOverlap();
  addOverlap(total, Uint8Array.of(1, 1, 1, 2, 0), Uint8Array.of(1, 1, 2, 2, unknown));
  addOverlap(total, Uint8Array.of(1, 0), Uint8Array.of(0, 0));
  expect(intersectionOverUnion(total)).toEqual([1 / 2, 2 / 4, 1 / 2, Number.NaN]);
  const outlines = { pixels: 200, corrected: 1, alone: 3 };
  const crowded = { another: 50, found: 40, own: 400, taken: 1 };
  const words = wordsOf({ all: total, inside: noOverlap(), outlines, crowded });
  expect(words).toContain('hair     0.500, NaN away from borders');
  expect(words).toContain('another person behind: 80.00 % found, 0.25 % of the person taken for them');
  expect(words).toContain('outlines wrong away from borders: 0.50 %, 1.50 % without the classifier');
});

test('given a border between labels, then labels near it are not known, and those at the edge of the map are', () => {
  const side = 9;
  const labels = Uint8Array.from({ length: side * side }, (_, i) => (i % side < 4 ? 1 : 2));
  const far = farFromBorders(labels, side, 2);
  expect([...far.subarray(0, side)]).toEqual([1, 1, unknown, unknown, unknown, unknown, 2, 2, 2]);
  const corner = new Uint8Array(25).fill(3);
  corner[0] = 0;
  expect([...farFromBorders(corner, 5, 1).subarray(0, 12)]).toEqual([
    ...[unknown, unknown, 3, 3, 3],
    ...[unknown, unknown, 3, 3, 3],
    ...[3, 3],
  ]);
});

test('given a region and its mirror image, then what they show together is found', () => {
  const plane = (value: (x: number) => number) =>
    Float32Array.from({ length: partSide * partSide }, (_, i) => value(i % partSide));
  const seen = [plane(() => 0.5), plane((x) => (x < 10 ? 1 : 0))];
  const reflected = [plane(() => 0.5), plane((x) => (x >= partSide - 10 ? 1 : 0))];
  const found = mostLikely(seen, reflected);
  expect([found[8], found[36], found[44], found[labelSide - 8]]).toEqual([1, 1, 0, 0]);
});

test('given photographs, then each is in one fold, about as many in each, and the same for a seed', () => {
  const folds = foldsOf(10, 4, seededRandom(2));
  expect([0, 1, 2, 3].map((fold) => folds.filter((one) => one === fold).length)).toEqual([3, 3, 2, 2]);
  expect(foldsOf(10, 4, seededRandom(2))).toEqual(folds);
  expect(() => foldsOf(3, 4, seededRandom(2))).toThrow('3 photographs are too few for 4 folds');
});
