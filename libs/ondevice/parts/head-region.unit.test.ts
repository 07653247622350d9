import { expect, test } from 'vitest';
import { headRegion, placeCount, placesIn } from './head-region.ts';

const head = { centre: [500, 200] as const, width: 80, height: 100 };

test('given a person in a large picture, then the region shows hair and chest', () => {
  const { x, y, width } = headRegion(head, { width: 1000, height: 1000 });
  expect([x, width]).toEqual([500, 380]);
  expect(y).toBeCloseTo(200 + 0.14 * 380);
});

test('given a head at the edge, then the region stays inside the picture', () => {
  const { x, y, width } = headRegion({ ...head, centre: [20, 990] }, { width: 1000, height: 1000 });
  expect([x - width / 2, y + width / 2]).toEqual([0, 1000]);
});

test('given a close portrait, then the region is the picture, and its shorter side is centred', () => {
  const { x, y, width } = headRegion({ ...head, height: 600 }, { width: 700, height: 900 });
  expect([x, y, width]).toEqual([350, 450, 900]);
});

test('given the mirror image, then places are mirrored with it', () => {
  const region = headRegion(head, { width: 1000, height: 1000 });
  const [seen, mirrored] = [placesIn(region, head, 4, false), placesIn(region, head, 4, true)];
  const across = (places: Float32Array, x: number) => places[x * placeCount];
  expect(across(mirrored, 0)).toBeCloseTo(-(across(seen, 3) ?? 0));
  expect([across(seen, 0), seen[1]]).toEqual([expect.closeTo(-1.425), expect.closeTo(0.532 - 1.425)]);
});
