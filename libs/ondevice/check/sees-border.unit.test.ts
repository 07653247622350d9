import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import { label } from '../person/labels.ts';
import { seesHairEnd } from './sees-border.ts';

const { subject } = drawPerson({ top: [60, 60, 60] });
const { parsed, size } = subject;
const [neckX, neckY] = parsed.frame.neck.map(Math.round) as [number, number];
const ends = neckY + Math.round(0.5 * parsed.frame.torsoLength);

/** The person with hair over the upper half of the top, lighter by `lighter`; above `believed` the classifier sees hair, below it clothes. */
const longHaired = (lighter: number, believed?: number): typeof subject => {
  const labels = parsed.labels.slice();
  const lightness = parsed.oklab.lightness.slice();
  for (let i = 0; i < ends * size.width; i++) {
    if (labels[i] !== label.top) continue;
    labels[i] = label.hair;
    lightness[i]! += lighter;
  }
  const parts = believed === undefined ? undefined : dividedAt(believed);
  return { ...subject, parsed: { ...parsed, labels, oklab: { ...parsed.oklab, lightness }, parts } };
};

function dividedAt(row: number): SeenParts {
  const side = Math.max(size.width, size.height);
  const plane = (value: (y: number) => number) =>
    Float32Array.from({ length: side * side }, (_, i) => value(Math.floor(i / side)));
  return {
    side,
    region: { x: side / 2, y: side / 2, width: side, height: side, rotation: 0 },
    ground: plane(() => 0),
    skin: plane(() => 0),
    hair: plane((y) => (y < row ? 0.8 : 0.2)),
    clothes: plane((y) => (y < row ? 0.2 : 0.8)),
  };
}

// A pixel of the top that ends towards the hair above it.
const isSeen = (person: typeof subject) => seesHairEnd(person)(neckX, ends, 0, -1);

test('given hair of another colour than the top, then its end is seen, and else not', () => {
  expect(isSeen(longHaired(0.2))).toBe(true);
  expect(isSeen(longHaired(0.01))).toBe(false);
});

test('given hair of the colour of the top that ends where the classifier has it end, then that is seen', () => {
  expect(isSeen(longHaired(0, ends))).toBe(true);
});

test('given hair of the colour of the top that goes on for the classifier, then it is cut', () => {
  expect(isSeen(longHaired(0, ends + 10))).toBe(false);
});
