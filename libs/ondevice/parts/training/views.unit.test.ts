import { expect, test } from 'vitest';
import { square } from '../../models/crop.ts';
import { labelSide, unknown } from './label-maps.ts';
import { seededRandom } from './seeded-random.ts';
import { balancedChoice, labelsOfView } from './view-labels.ts';
import { viewsOf } from './views.ts';

const region = square(100, 200, 80);
/** Hair in the left half, clothes in the right one. */
const labels = Uint8Array.from({ length: labelSide ** 2 }, (_, i) => (i % labelSide < labelSide / 2 ? 1 : 3));

test('given a region, then it is seen as it is, mirrored, from nearer inside of it and from farther', () => {
  for (let seed = 0; seed < 20; seed++) {
    const [same, mirror, near, far] = viewsOf(region, seededRandom(seed));
    expect([same, mirror]).toEqual([
      { region, mirrored: false },
      { region, mirrored: true },
    ]);
    expect(Math.abs(near!.region.x - 100) + near!.region.width / 2).toBeLessThanOrEqual(40);
    expect(near!.region.width).toBeLessThan(0.83 * 80);
    expect(far!.region.width).toBeGreaterThanOrEqual(1.1 * 80);
  }
});

test('given views, then the labels are mirrored and moved as they are, and not known outside of the region', () => {
  const row = (x: number, side: number, mirrored: boolean) => [
    ...labelsOfView(labels, region, { region: square(x, 200, side), mirrored }, 4).subarray(0, 4),
  ];
  expect(row(100, 80, false)).toEqual([1, 1, 3, 3]);
  expect(row(100, 80, true)).toEqual([3, 3, 1, 1]);
  expect(row(80, 40, false)).toEqual([1, 1, 1, 1]);
  expect(row(140, 80, true)).toEqual([unknown, unknown, 3, 3]);
  expect(row(100, 160, false)).toEqual([unknown, unknown, unknown, unknown]);
});

test('given more pixels than wanted, then three of the person are chosen for each of the ground, each once', () => {
  const many = Uint8Array.from({ length: 4000 }, (_, i) => [0, 1, 2, unknown][i % 4]!);
  const chosen = balancedChoice(many, 600, seededRandom(1));
  expect(chosen).toHaveLength(600);
  expect(new Set(chosen).size).toBe(600);
  expect([...chosen].filter((i) => many[i] === 0)).toHaveLength(150);
  expect([...chosen].filter((i) => many[i] === unknown)).toEqual([]);
});

test('given a small person, then all of them is chosen and at most half as much ground as is wanted', () => {
  const few = Uint8Array.from({ length: 4000 }, (_, i) => (i < 40 ? 2 : 0));
  const chosen = balancedChoice(few, 600, seededRandom(1));
  expect([...chosen].filter((i) => i < 40)).toHaveLength(40);
  expect(chosen).toHaveLength(340);
  expect(balancedChoice(new Uint8Array(10).fill(unknown), 600, seededRandom(1))).toHaveLength(0);
});
