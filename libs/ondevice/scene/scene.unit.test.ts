import { expect, test } from 'vitest';
import { estimateForeground } from '../person/foreground.ts';
import type { Rgb, Size } from '../pixels/plane.ts';
import { sceneBackdrop, studioBackdrop } from './backdrop.ts';
import { composite, keepScene } from './composite.ts';

const size: Size = { width: 60, height: 40 };
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: 2400 }, (_, i) => value(i % 60, Math.floor(i / 60)));
const grey = (value: (x: number, y: number) => number): Rgb => [plane(value), plane(value), plane(value)];
const person = plane((x) => (x > 20 && x < 40 ? 1 : 0));

test('given a studio, then it is nearly white everywhere and brightest in the middle', () => {
  const [shade] = studioBackdrop(size);
  expect(Math.min(...shade)).toBeGreaterThan(0.94);
  expect(shade[18 * 60 + 30]!).toBeGreaterThan(shade[0]!);
});

test('given a half-transparent pixel, then foreground and background are mixed', () => {
  const half = plane(() => 0.5);
  expect(
    composite(
      grey(() => 1),
      half,
      grey(() => 0.5),
    )[0][7],
  ).toBeCloseTo(0.75);
});

test('given nothing painted, then a kept scene is exactly the photograph', () => {
  const photograph = grey((x, y) => (x * y) / 2400);
  const same = grey((x) => x / 60);
  const cutout = { foreground: same, matte: person };
  expect(keepScene(photograph, cutout, cutout, size)).toEqual(photograph);
});

test('given a garment wider than the person, then it lies over the photograph', () => {
  const photograph = grey((x) => (x > 20 && x < 40 ? 1 : 0.3));
  const foreground = grey(() => 0.6);
  const wider = plane((x) => (x > 15 && x < 45 ? 1 : 0));
  const before = { foreground: grey(() => 1), matte: person };
  const [kept] = keepScene(photograph, before, { foreground, matte: wider }, size);
  expect(kept[20 * 60 + 17]!).toBeCloseTo(0.6);
  expect(kept[20 * 60 + 30]!).toBeCloseTo(0.6);
  expect(kept[20 * 60 + 5]!).toBeCloseTo(0.3);
});

test('given a garment narrower than the person, then the surroundings go on where the person was', () => {
  const photograph = grey((x) => (x > 20 && x < 40 ? 1 : 0.3));
  const foreground = grey(() => 1);
  const narrower = plane((x) => (x > 27 && x < 33 ? 1 : 0));
  const [kept] = keepScene(photograph, { foreground, matte: person }, { foreground, matte: narrower }, size);
  expect(kept[20 * 60 + 24]!).toBeCloseTo(0.3, 1);
  expect(kept[20 * 60 + 30]!).toBeCloseTo(1);
});

test('given a scene with its person, then the backdrop shows neither, in the size that is asked', () => {
  const scene = grey((x) => (x > 20 && x < 40 ? 1 : 0.3));
  const to = { width: 30, height: 30 };
  const [backdrop] = sceneBackdrop({ rgb: scene, person }, size, to);
  expect(backdrop).toHaveLength(900);
  for (const value of backdrop) expect(value).toBeCloseTo(0.3, 1);
});

test('given an edge mixed with the background, then the foreground colour there is the person own', () => {
  const matte = plane((x) => Math.min(1, Math.max(0, (x - 25) / 10)));
  const mixed = composite(
    grey(() => 0.9),
    matte,
    grey(() => 0.1),
  );
  const [estimated] = estimateForeground(mixed, matte, size);
  expect(mixed[0][20 * 60 + 30]!).toBeCloseTo(0.5, 1);
  expect(estimated[20 * 60 + 30]!).toBeGreaterThan(0.65);
});
