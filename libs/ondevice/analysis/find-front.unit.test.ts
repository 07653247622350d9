import { expect, test } from 'vitest';
import type { Triple } from '../pixels/colour.ts';
import { type ClothCells, columns, rows } from './cloth-cells.ts';
import { findFront } from './find-front.ts';

const [navy, white, grey, burgundy, shaded, pink, darkPink] = [0, 1, 2, 3, 4, 5, 6] as const;
const colours: Triple[] = [
  [0.28, 0, -0.05],
  [0.95, 0, 0.01],
  [0.85, 0, 0],
  [0.3, 0.09, 0.02],
  [0.7, 0, 0.005],
  [0.6, 0.2, 0.01],
  [0.43, 0.143, 0.007],
];
const middle = Math.floor(columns / 2);

/** Cloth of `rows` 10 to `to`, 14 cells to both sides of the spine, each cell as `at` says. */
function cloth(at: (across: number, row: number) => number, to = 35): ClothCells {
  const cells = new Int8Array(columns * rows).fill(-1);
  for (let row = 10; row < to; row++)
    for (let across = -14; across <= 14; across++) cells[row * columns + middle + across] = at(across, row);
  return cells;
}

test('given one colour between two sides of another down the front, then a garment is worn open', () => {
  const front = findFront(
    cloth((across) => (Math.abs(across) <= 5 ? white : navy)),
    colours,
  );
  expect(front).toMatchObject({ inner: [white], sides: [navy, navy], collar: false });
  expect(front?.opening[20]).toEqual({ from: middle - 5, to: middle + 5 });
  expect(front?.opening[9]).toBeUndefined();
});

test('given an opening that narrows towards a button in a close portrait, then it is found too', () => {
  const vee = cloth((across, row) => (Math.abs(across) <= 16 - row ? white : navy), 15);
  expect(findFront(vee, colours)).toMatchObject({ inner: [white], collar: false });
});

test('given an opening of few rows above closed cloth, then it is a collar', () => {
  const collar = cloth((across, row) => (row < 16 && Math.abs(across) <= 5 ? white : navy));
  expect(findFront(collar, colours)).toMatchObject({ inner: [white], collar: true });
});

test('given skin or a tie within, then the shirt around it is the opening', () => {
  const suit = cloth((across) => (Math.abs(across) <= 1 ? burgundy : Math.abs(across) <= 6 ? white : navy));
  expect(findFront(suit, colours)).toMatchObject({ inner: [white], sides: [navy, navy] });
  const bare = cloth((across, row) => (row < 18 && Math.abs(across) <= 2 ? -1 : Math.abs(across) <= 6 ? white : navy));
  expect(findFront(bare, colours)).toMatchObject({ inner: [white] });
});

test('given stripes or a print of two colours in the opening, then it is one opening', () => {
  const striped = cloth((across, row) => (Math.abs(across) <= 5 && row % 4 !== 3 ? white : navy));
  expect(findFront(striped, colours)).toMatchObject({ inner: [white], sides: [navy, navy], collar: false });
  const printed = cloth((across, row) => (Math.abs(across) > 5 ? navy : (across + row) % 2 === 0 ? burgundy : grey));
  const front = findFront(printed, colours);
  expect(front?.inner).toEqual(expect.arrayContaining([burgundy, grey]));
  expect(front?.sides).toEqual([navy, navy]);
});

test('given an opening of few rows that only the last row of a close portrait closes, then it is no collar', () => {
  const portrait = cloth((across, row) => (row < 16 && Math.abs(across) <= 5 ? white : navy), 17);
  expect(findFront(portrait, colours)).toMatchObject({ inner: [white], collar: false });
});

test.each<[string, (across: number, row: number) => number]>([
  ['one colour', () => navy],
  ['a tie on a shirt', (across) => (Math.abs(across) <= 2 ? burgundy : white)],
  ['sides unlike each other', (across) => (Math.abs(across) <= 5 ? burgundy : across < 0 ? navy : white)],
  ['a middle little lighter than the sides', (across) => (Math.abs(across) <= 5 ? white : grey)],
  ['white cloth in the shade of the chin', (across) => (Math.abs(across) <= 5 ? shaded : white)],
  ['stripes across', (_, row) => (row % 6 < 3 ? white : navy)],
  ['coloured cloth in the shade of the chin', (across) => (Math.abs(across) <= 5 ? darkPink : pink)],
  ['the same colour all over the sides', (across) => (Math.abs(across) <= 4 || across % 4 === 0 ? white : navy)],
  ['hardly any sides: straps', (across) => (Math.abs(across) <= 13 ? white : navy)],
])('given %s, then nothing is worn open', (_, at) => {
  expect(findFront(cloth(at), colours)).toBeUndefined();
});

test('given a middle much darker than light sides, then it is no shade but another garment', () => {
  const jacket = cloth((across) => (Math.abs(across) <= 5 ? navy : grey));
  expect(findFront(jacket, colours)).toMatchObject({ inner: [navy], sides: [grey, grey] });
});

test('given a row above that shows the inner cloth beside the neck only, then the opening below it counts', () => {
  const jacket = cloth((across) => (Math.abs(across) <= 5 ? white : navy));
  for (const row of [7, 9])
    for (let across = -12; across <= 12; across++)
      jacket[row * columns + middle + across] = Math.abs(across) <= (row === 7 ? 6 : -1) ? white : navy;
  const front = findFront(jacket, colours);
  expect(front).toMatchObject({ inner: [white], sides: [navy, navy], collar: false });
  expect([front?.opening[7], front?.opening[9]]).toEqual([undefined, undefined]);
});
