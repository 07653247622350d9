import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { label } from '../person/labels.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { measureEdges } from './measure-edges.ts';

const clothed = drawPerson({ top: [180, 30, 40], bottom: { colour: [20, 30, 60], shape: 'legs', hem: 330 } }).subject;
// A top in the drawn person's own skin colour.
const bare = drawPerson({ top: [208, 160, 132], sleeve: 0 }).subject;
const alike = drawPerson({ top: [60, 60, 60], bottom: { colour: [60, 60, 60], shape: 'legs', hem: 330 } }).subject;

const inGreen = ({ parsed, matte, foreground: [r, g, b] }: typeof clothed) => {
  const painted = (plane: Plane, value: number) =>
    plane.map((old, i) => (parsed.labels[i] === label.top ? value / 255 : old));
  const foreground: Rgb = [painted(r, 30), painted(g, 200), painted(b, 60)];
  return { foreground, matte };
};

test('given clothes that end at edges of the photograph, then nothing is guessed', () => {
  expect(measureEdges(clothed, inGreen(clothed))).toEqual({
    ...{ guessed: 0, neckInvented: 0, hairCut: 0, waistInvented: 0 },
  });
});

test('given skin that is labelled as a top, then its border is guessed', () => {
  expect(measureEdges(bare, inGreen(bare)).guessed).toBeGreaterThan(0.9);
  expect(measureEdges(bare, inGreen(bare)).neckInvented).toBeGreaterThan(0.9);
  expect(measureEdges(bare, bare).neckInvented).toBe(0);
});

test('given a top that is taken away beside a border that was not seen, then the ground at it is an edge', () => {
  const matte = alike.matte.map((opacity, i) => (alike.parsed.labels[i] === label.top ? 0 : opacity));
  expect(measureEdges(alike, { foreground: alike.foreground, matte }).waistInvented).toBeGreaterThan(0.9);
});

test('given one cloth from top to toe, then a waist is invented only if the top is painted', () => {
  expect(measureEdges(alike, inGreen(alike)).waistInvented).toBeGreaterThan(0.9);
  expect(measureEdges(alike, alike).waistInvented).toBe(0);
});

/**
 * The person with hair that falls over the top, `wide` in shoulder widths, has the colours of the top beside its lower end, and is lighter by
 * `lighter` to a wider look.
 */
const withFallingHair = (lighter: number, wide = 0.5): typeof clothed => {
  const { parsed, size } = clothed;
  const labels = parsed.labels.slice();
  const lightness = parsed.oklab.lightness.slice();
  const planes = clothed.foreground.map((plane) => plane.slice()) as unknown as Rgb;
  const middle = Math.round(parsed.frame.neck[0] + 0.4 * parsed.frame.shoulderWidth);
  const from = Math.round(parsed.frame.neck[1] + 0.2 * parsed.frame.torsoLength);
  const half = Math.ceil((wide / 2) * parsed.frame.shoulderWidth);
  for (let y = from; y < from + 3 * half; y++)
    for (let x = middle - half; x < middle + half; x++) {
      const i = y * size.width + x;
      if (labels[i] !== label.top) continue;
      labels[i] = label.hair;
      lightness[i]! += lighter;
      if (y < from + 2 * half) planes[0][i] = 1;
    }
  return { ...clothed, foreground: planes, parsed: { ...parsed, labels, oklab: { ...parsed.oklab, lightness } } };
};

test('given hair whose lower end alone is invented, then that share of its border is cut', () => {
  const falling = withFallingHair(0);
  const { hairCut } = measureEdges(falling, inGreen(falling));
  expect(hairCut).toBeGreaterThan(0.3);
  expect(hairCut).toBeLessThan(0.5);
});

test('given hair that ends without an edge, but where a wider look sees it end, then it is not cut', () => {
  const falling = withFallingHair(0.2);
  expect(measureEdges(falling, inGreen(falling)).hairCut).toBe(0);
});

test('given no face, then what a wider look sees of hair does not count', () => {
  const falling = withFallingHair(0.2);
  const { parsed } = falling;
  const faceless = { ...falling, parsed: { ...parsed, frame: { ...parsed.frame, faceFound: false } } };
  expect(measureEdges(faceless, inGreen(faceless)).hairCut).toBeGreaterThan(0.3);
});

test('given so short a border that it may be a collar labelled as hair, then a wider look does not count', () => {
  const scrap = withFallingHair(0.2, 0.1);
  expect(measureEdges(scrap, inGreen(scrap)).hairCut).toBeGreaterThan(0.3);
});

test('given a classifier that is sure on both sides, then a border without an edge is not guessed', () => {
  const { parsed, size } = bare;
  const side = Math.max(size.width, size.height);
  const plane = (value: (x: number, y: number) => number) =>
    Float32Array.from({ length: side * side }, (_, i) => value(i % side, Math.floor(i / side)));
  const isLabelled = (which: number) => (x: number, y: number) =>
    x < size.width && y < size.height && parsed.labels[y * size.width + x] === which ? 0.95 : 0;
  const parts = {
    side,
    region: { x: side / 2, y: side / 2, width: side, height: side, rotation: 0 },
    ground: plane(() => 0),
    hair: plane(isLabelled(label.hair)),
    skin: plane(isLabelled(label.skin)),
    clothes: plane(isLabelled(label.top)),
  };
  const told = { ...bare, parsed: { ...parsed, parts } };
  expect(measureEdges(told, inGreen(told)).guessed).toBeLessThan(0.1);
});
