import { expect, test } from 'vitest';
import { countCrowded, noCrowd } from './crowded-mistakes.ts';
import { labelSide, unknown } from './label-maps.ts';
import type { LabelledCrop } from './labelled-crop.ts';
import { oneOf, seededRandom } from './seeded-random.ts';
import { someOf } from './view-labels.ts';
import { placeBehind, whose, whoseOf, withAnotherBehind } from './with-another-behind.ts';

/** A person of one colour in some columns, and what is not known in the last one. */
const standing = (first: number, end: number, part: number, colour: number): LabelledCrop => {
  const labels = Uint8Array.from({ length: labelSide ** 2 }, (_, i) => {
    const x = i % labelSide;
    return x === labelSide - 1 ? unknown : x >= first && x < end ? part : 0;
  });
  const crop = Float32Array.from({ length: 3 * labels.length }, (_, i) =>
    labels[Math.floor(i / 3)] === part ? colour : 0,
  );
  return { crop, labels };
};
const own = standing(100, 150, 3, 0.5);
const other = standing(100, 150, 2, 0.9);
const row = 128 * labelSide;

test('given somebody behind, then they are seen beside the person, who keeps what is theirs or not known', () => {
  const place = { right: 40, down: 0, scale: 1, mirrored: false };
  const crowd = withAnotherBehind(own, other, place);
  const seenAt = (x: number) => [crowd.crop[(row + x) * 3], crowd.whose[row + x]];
  expect(seenAt(99)).toEqual([0, whose.ground]);
  expect(seenAt(145)).toEqual([0.5, whose.own]);
  expect(seenAt(150)[0]).toBeCloseTo(0.9);
  expect(seenAt(189)[1]).toBe(whose.another);
  expect(seenAt(190)).toEqual([0, whose.ground]);
  const beyond = withAnotherBehind(own, other, { ...place, right: 140 }).whose;
  expect([...beyond.subarray(row + labelSide - 2, row + labelSide)]).toEqual([whose.another, unknown]);
  expect(own.crop[(row + 160) * 3]).toBe(0);
});

test('given a mirrored one who is larger and lower, then they are wider and what is above them stays', () => {
  const seen = withAnotherBehind(own, other, { right: 0, down: 200, scale: 2, mirrored: true }).whose;
  const columns = [...seen.keys()].filter((i) => seen[i] === whose.another).map((i) => i % labelSide);
  // Columns 100 to 149 are 106 to 155 in the mirror, and twice as wide from the middle; the person hides some.
  expect([Math.min(...columns), Math.max(...columns)]).toEqual([83, 182]);
  expect(Math.floor(seen.indexOf(whose.another) / labelSide)).toBe(71);
  expect(
    withAnotherBehind(own, other, { right: 0, down: 250, scale: 0.5, mirrored: false }).whose.indexOf(whose.another),
  ).toBe(-1);
});

test('given seeds, then people behind are on either side, and never where the person is', () => {
  const places = Array.from({ length: 50 }, (_, seed) => placeBehind(seededRandom(seed)));
  expect(places.some(({ right }) => right < 0) && places.some(({ right }) => right > 0)).toBe(true);
  for (const { right, down, scale } of places) {
    expect(Math.abs(right)).toBeGreaterThan(50);
    expect(Math.abs(right)).toBeLessThan(170);
    expect(Math.abs(down)).toBeLessThan(40);
    expect(scale).toBeGreaterThanOrEqual(0.75);
  }
});

test('given some things, then one of them is taken, and of numbers only those of the label, each once', () => {
  const random = seededRandom(2);
  expect(new Set(Array.from({ length: 40 }, () => oneOf(['a', 'b', 'c'], random)))).toEqual(new Set(['a', 'b', 'c']));
  const seen = Uint8Array.from({ length: 300 }, (_, i) => [0, 1, unknown][i % 3]!);
  const chosen = someOf(seen, 1, 60, random);
  expect([new Set(chosen).size, [...chosen].every((i) => seen[i] === 1)]).toEqual([60, true]);
  expect(someOf(seen, 1, 200, random)).toHaveLength(100);
});

test('given labels, then parts are the person’s and what nobody knows stays so', () => {
  expect([...whoseOf(Uint8Array.of(0, 1, 2, 3, unknown))]).toEqual([0, 1, 1, 1, unknown]);
});

test('given what was found, then another person’s pixels and the person’s own are counted, and no other ones', () => {
  const total = noCrowd();
  countCrowded(total, Uint8Array.of(2, 0, 2, 1, 2, 2), Uint8Array.of(2, 2, 1, 1, 0, unknown));
  expect(total).toEqual({ another: 2, found: 1, own: 2, taken: 1 });
});
