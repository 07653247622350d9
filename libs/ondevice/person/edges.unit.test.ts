import { expect, test } from 'vitest';
import { figureSize, stickFigure } from '../fixtures/stick-figure.ts';
import type { Triple } from '../pixels/colour.ts';
import { refineByLocalColours } from './local-colours.ts';
import { dropIslands, dropOthers, dropSpecks } from './other-people.ts';

const { width, height } = figureSize;
const at = (x: number, y: number) => y * width + x;
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
const picture = (colour: (x: number, y: number) => Triple) => ({
  width,
  height,
  data: Uint8Array.from(
    Array.from({ length: width * height }, (_, i) => [...colour(i % width, Math.floor(i / width))]).flat(),
  ),
});

test('given a hat that a belief cuts off, then its own colour brings it back, and the wall stays out', () => {
  const hat = (x: number, y: number) => x > 60 && x < 140 && y > 60;
  const image = picture((x, y) => (hat(x, y) ? [240, 240, 240] : [40, 80, 160]));
  const { belief: refined } = refineByLocalColours(
    plane((x, y) => (hat(x, y - 5) ? 0.95 : 0.03)),
    image,
  );
  expect(refined[at(100, 63)]).toBeGreaterThan(0.6);
  expect(refined[at(100, 57)]).toBeLessThan(0.1);
  expect(refined[at(100, 20)]).toBeCloseTo(0.03);
});

test('given a person of the colours of the ground, then a belief is left as it is', () => {
  const belief = plane((x) => (x > 100 ? 0.9 : 0.1));
  const speckled = picture((x, y) => ((x * 7 + y * 13) % 3 === 0 ? [200, 30, 30] : [30, 30, 30]));
  const refined = refineByLocalColours(belief, speckled);
  expect(refined.belief).toEqual(belief);
  expect(refined.alike[at(100, 100)]).toBe(1);
});

test('given a tree behind the head in the colour of the hair, then the head stays, and colours count as alike only there', () => {
  const tree = (x: number, y: number) => x >= 140 && x < 152 && y > 120 && y < 180;
  const hair = (x: number) => x > 60 && x < 140;
  const image = picture((x, y) => (hair(x) || tree(x, y) ? [30, 26, 24] : [190, 200, 210]));
  const { belief, alike } = refineByLocalColours(
    plane((x) => (hair(x) ? 0.97 : 0.02)),
    image,
  );
  expect(belief[at(130, 150)]).toBeGreaterThan(0.9);
  expect(alike[at(141, 150)]!).toBeGreaterThan(alike[at(61, 150)]! + 0.05);
});

test('given a neighbour who reaches in and a bag in the hand, then only the neighbour goes', () => {
  const person = (x: number) => x > 60 && x < 140;
  const bag = (x: number, y: number) => x >= 140 && x < 170 && y > 150 && y < 250;
  const neighbour = (x: number, y: number) => x < 25 || (x <= 60 && y > 280);
  const belief = plane((x, y) => (person(x) || bag(x, y) || neighbour(x, y) ? 0.9 : 0));
  const posed = Float32Array.from({ length: 256 * 256 }, (_, i) => (person(((i % 256) / 256) * width) ? 1 : 0));
  dropOthers(
    belief,
    figureSize,
    {
      posed: { mask: posed, side: 256, region: { x: 100, y: 150, width, height, rotation: 0 } },
      told: undefined,
      another: undefined,
    },
    stickFigure().pose,
  );
  expect(belief[at(10, 100)]).toBe(0);
  expect(belief[at(100, 100)]).toBeCloseTo(0.9);
  expect(belief[at(160, 200)]).toBeCloseTo(0.9);
});

test('given specks beside a person, then they are dropped', () => {
  const belief = plane((x, y) => ((x > 60 && x < 140) || (x > 170 && x < 175 && y > 50 && y < 60) ? 0.9 : 0));
  dropIslands(
    belief,
    figureSize,
    plane(() => 1),
  );
  expect([belief[at(172, 55)], belief[at(100, 55)]]).toEqual([0, expect.closeTo(0.9)]);
});

test('given an arm apart from a person, then it stays if it has support, and is another person’s without', () => {
  const arm = (x: number) => x > 160 && x < 175;
  const belief = () => plane((x) => ((x > 60 && x < 140) || arm(x) ? 0.9 : 0));
  const [own, strangers] = [belief(), belief()];
  dropIslands(
    own,
    figureSize,
    plane(() => 0.5),
  );
  dropIslands(
    strangers,
    figureSize,
    plane((x) => (arm(x) ? 0.1 : 1)),
  );
  expect([own[at(167, 100)], strangers[at(167, 100)]]).toEqual([expect.closeTo(0.9), 0]);
  expect(strangers[at(100, 100)]).toBeCloseTo(0.9);
});

test('given specks and a shoe beside a person, then a matte loses the specks only', () => {
  const shoe = (x: number, y: number) => x > 40 && x < 55 && y > 270 && y < 280;
  const matte = plane((x, y) =>
    (x > 60 && x < 140) || shoe(x, y) || (x > 170 && x < 174 && y > 50 && y < 54) ? 0.9 : 0,
  );
  dropSpecks(matte, figureSize);
  expect([matte[at(172, 52)], matte[at(45, 275)], matte[at(100, 100)]]).toEqual([
    0,
    expect.closeTo(0.9),
    expect.closeTo(0.9),
  ]);
});
