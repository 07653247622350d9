import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import type { SeenClothes } from '../garment/seen-clothes.ts';
import { label } from '../person/labels.ts';
import { measure } from './measures.ts';
import { wornFolds } from './worn-folds.ts';
import { wornLight } from './worn-light.ts';

const seen = (print: number, light: number): SeenClothes => ({
  upper: { print, light, sleeve: 0.5, high: false, cropped: false, belowPicture: false },
  lower: undefined,
  oneDress: false,
  frontSeen: true,
  drawable: { upper: true, lower: false },
});

/** Somebody whose top has a dark fold down the middle of the chest. */
function folded() {
  const { subject } = drawPerson({ top: [120, 140, 160] });
  const { size, parsed } = subject;
  const residual = Float32Array.from(parsed.labels, (which, i) =>
    which === label.top && Math.abs((i % size.width) - 120) < 3 ? -0.3 : 0,
  );
  const shaded = { ...subject, shading: { ...subject.shading, residual } };
  return { subject: shaded, measures: measure(shaded), at: (x: number, y: number) => y * size.width + x };
}

test('given a plain top, then its folds are on the chest of the new one, as dark as they are', () => {
  const { subject, measures, at } = folded();
  const folds = wornFolds(subject, measures, label.top);
  expect(folds.seen[at(120, 130)]).toBeGreaterThan(0.9);
  expect(folds.light[at(120, 130)]).toBeLessThan(0.92);
  expect(folds.light[at(100, 130)]).toBeGreaterThan(0.97);
});

test('given a plain top, then its collar and its border are not on the new one', () => {
  const { subject, measures, at } = folded();
  const folds = wornFolds(subject, measures, label.top);
  expect(folds.seen[at(120, 76)]).toBeLessThan(0.05);
  expect(folds.seen[at(30, 130)]).toBe(0);
});

test('given a plain top, then all of its folds are taken', () => {
  const { subject, measures } = folded();
  const taken = wornLight(subject, measures, seen(0, 0.3))('top', 0.3);
  expect(taken.share).toBe(1);
  expect(taken.broad).toBe(measures.broadLight);
});

test('given a print below white cloth, then no folds are taken, and only broader light', () => {
  const { subject, measures } = folded();
  const taken = wornLight(subject, measures, seen(0.6, 0.3))('top', 0.8);
  expect(taken.folds).toBeUndefined();
  expect(taken.broad).not.toBe(measures.broadLight);
});
