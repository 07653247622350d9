import { expect, test } from 'vitest';
import { drawPerson } from '../fixtures/drawn-person.fixture.ts';
import { clothColours } from '../garment/colour-names.ts';
import { label } from '../person/labels.ts';
import { oklabPlanes, type Triple } from '../pixels/colour.ts';
import { maskOf } from '../pixels/plane.ts';
import { readOpenFront } from './open-front.ts';

const { navy, white, burgundy, camel } = clothColours;

/** The front of a top that is coloured by a function of `u` and `v`. */
function front(cloth: (u: number, v: number) => Triple) {
  const { image, subject } = drawPerson({ top: navy });
  const { body, parsed } = subject;
  const top = maskOf(parsed.labels, label.top);
  top.forEach((value, i) => {
    if (value === 1) image.data.set(cloth(body.u[i]!, body.v[i]!), i * 3);
  });
  const read = readOpenFront(image, { ...subject, parsed: { ...parsed, oklab: oklabPlanes(image.data) } }, top);
  return read && `${read.outer.main} over ${read.inner.main}`;
}

test.each<[string, (u: number, v: number) => Triple, string]>([
  ['another colour down the middle', (u) => (Math.abs(u) < 0.15 ? white : navy), 'navy over white'],
  ['a V that closes on the belly', (u, v) => (Math.abs(u) < 0.25 - 0.4 * v ? white : navy), 'navy over white'],
  ['a shirt and a tie', (u) => (Math.abs(u) < 0.04 ? burgundy : Math.abs(u) < 0.2 ? white : camel), 'camel over white'],
])('given %s, then it is a garment worn open', (_, cloth, expected) => {
  expect(front(cloth)).toBe(expected);
});

test.each<[string, (u: number, v: number) => Triple]>([
  ['one colour', () => navy],
  ['a collar', (u, v) => (Math.abs(u) < 0.15 && v < 0.12 ? white : navy)],
  ['a print on the chest', (u, v) => (Math.hypot(u, v - 0.4) < 0.2 ? white : navy)],
  ['stripes across', (_, v) => (v % 0.2 < 0.1 ? white : navy)],
  ['two halves', (u) => (u < 0 ? white : navy)],
  ['cloth in the shade of the chin', (u, v) => (Math.abs(u) < 0.15 && v < 0.5 ? [32, 47, 87] : navy)],
])('given %s, then nothing is worn open', (_, cloth) => {
  expect(front(cloth)).toBeUndefined();
});
