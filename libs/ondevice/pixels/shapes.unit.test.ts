import { describe, expect, test } from 'vitest';
import { connectedComponents, largeAreas } from './components.ts';
import { fillPolygon, strokeLine } from './polygon.ts';

const size = { width: 20, height: 20 };
const sum = (plane: Float32Array) => plane.reduce((total, value) => total + value, 0);

describe('fillPolygon', () => {
  test('given a rectangle off the pixel grid, then the covered area is exact and edges are partly covered', () => {
    const plane = fillPolygon(
      [
        [2.5, 3],
        [10.25, 3],
        [10.25, 9.5],
        [2.5, 9.5],
      ],
      size,
    );
    expect(sum(plane)).toBeCloseTo(7.75 * 6.5, 3);
    expect(plane[5 * 20 + 2]).toBeCloseTo(0.5);
    expect(plane[5 * 20 + 5]).toBe(1);
    expect(plane[5 * 20 + 11]).toBe(0);
  });

  test('given a polygon beyond the image, then only its inside part is filled', () => {
    expect(
      sum(
        fillPolygon(
          [
            [-50, -50],
            [70, -50],
            [70, 70],
            [-50, 70],
          ],
          size,
        ),
      ),
    ).toBe(400);
    expect(
      sum(
        fillPolygon(
          [
            [30, 30],
            [40, 30],
            [40, 40],
          ],
          size,
        ),
      ),
    ).toBe(0);
  });
});

test('given a line, when stroked, then its thickness is about what was asked', () => {
  const plane = strokeLine(
    [
      [4, 10],
      [16, 10],
    ],
    3,
    size,
    new Float32Array(400),
  );
  let across = 0;
  for (let y = 0; y < 20; y++) across += plane[y * 20 + 10]!;
  expect(across).toBeGreaterThan(2.4);
  expect(across).toBeLessThan(3.6);
});

test('given two areas, then they are told apart and the small one can be dropped', () => {
  const mask = new Float32Array(400);
  for (let i = 0; i < 5; i++) mask[i] = 1;
  mask[399] = 1;
  const { labels, sizes } = connectedComponents((i) => mask[i]! > 0, size);
  expect(sizes).toEqual([0, 5, 1]);
  expect([labels[0], labels[399], labels[200]]).toEqual([1, 2, 0]);
  expect(sum(largeAreas(mask, size, 0.5))).toBe(5);
});

test('given areas whose rows meet further down, then each is one, numbered by its first pixel', () => {
  const drawing = [
    '#..#..#..##.....#...',
    '#..#..#..#.#...#.#..',
    '####..#..#..#.#...#.',
    '...####..#...#.....#',
    '#........###########',
    '.#..................',
  ];
  const rows = { width: 20, height: drawing.length };
  const { labels, sizes } = connectedComponents((i) => drawing[Math.floor(i / 20)]![i % 20] === '#', rows);
  expect(sizes).toEqual(sizesByFloodFill(drawing));
  expect([labels[0], labels[3], labels[6], labels[66]]).toEqual([1, 1, 1, 1]);
  expect(labels[9]).toBe(2);
});

/** The sizes of the areas of a drawing in the order of their first pixels, one pixel after the other. */
function sizesByFloodFill(drawing: readonly string[]): number[] {
  const open = new Set(drawing.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === '#' ? [`${x},${y}`] : []))));
  const fill = (place: string): number => {
    if (!open.delete(place)) return 0;
    const [x, y] = place.split(',').map(Number) as [number, number];
    return 1 + fill(`${x + 1},${y}`) + fill(`${x - 1},${y}`) + fill(`${x},${y + 1}`) + fill(`${x},${y - 1}`);
  };
  return [0, ...[...open].map(fill).filter((size) => size > 0)];
}
