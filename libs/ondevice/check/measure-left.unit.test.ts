import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import type { Dressed } from '../garment/dress-person.ts';
import type { Layer } from '../garment/layer.ts';
import { label } from '../person/labels.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { measureLeft } from './measure-left.ts';

const { subject } = drawPerson({ top: [180, 30, 40], sleeve: 2 });
const { width } = subject.size;
const sweater = (colour: Layer['colour'], like: Partial<Layer> = {}): Layer => ({
  ...{ kind: 'top', name: 'sweater', neck: 'crew', sleeve: 2, material: 'knit', pattern: 'solid' },
  ...{ colour, second: colour },
  ...like,
});
const green = sweater([30, 140, 60]);

/** The person whose top is green left of `until`, and opaque left of `opaque`. */
function dressed(until: number, opaque = width): Dressed {
  const isTop = (i: number) => subject.parsed.labels[i] === label.top;
  const painted = (plane: Plane, c: number) =>
    plane.map((value, i) => (isTop(i) && i % width < until ? [30, 140, 60][c]! / 255 : value));
  const foreground: Rgb = [
    painted(subject.foreground[0], 0),
    painted(subject.foreground[1], 1),
    painted(subject.foreground[2], 2),
  ];
  const matte = subject.matte.map((value, i) => (isTop(i) && i % width >= opaque ? 0 : value));
  return { foreground, matte, approximations: [], shown: 1, drawn: true };
}

test('given all of the top painted, then nothing is left', () => {
  expect(measureLeft(subject, dressed(width), [green])).toEqual({ oldCloth: 0, uncovered: 0 });
});

test('given half of the top in its old colour, then half is left, unless that colour was asked for', () => {
  expect(measureLeft(subject, dressed(width / 2), [green]).oldCloth).toBeCloseTo(0.5, 1);
  expect(measureLeft(subject, dressed(width / 2), [green, sweater([170, 25, 40])]).oldCloth).toBe(0);
});

test('given half of the top taken away, then it is uncovered', () => {
  expect(measureLeft(subject, dressed(width, width / 2), [green]).uncovered).toBeCloseTo(0.5, 1);
});

test('given shoulders that have the label of skin and are taken away, then they are uncovered', () => {
  const { matte, ...rest } = dressed(0);
  const { labels } = subject.parsed;
  const isTop = (i: number) => labels[i] === label.top;
  const asSkin = labels.map((which) => (which === label.top ? label.skin : which));
  const without = { ...rest, matte: matte.map((value, i) => (isTop(i) ? 0 : value)) };
  const unlabelled = { ...subject, parsed: { ...subject.parsed, labels: asSkin } };
  expect(measureLeft(unlabelled, without, [green]).uncovered).toBeCloseTo(1, 1);
  expect(measureLeft(unlabelled, dressed(0), [green]).uncovered).toBe(0);
});

test('given trousers only, then the top may stay', () => {
  expect(measureLeft(subject, dressed(0), [sweater([0, 0, 0], { kind: 'bottom' })]).oldCloth).toBe(0);
});
