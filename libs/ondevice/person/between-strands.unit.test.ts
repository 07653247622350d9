import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import { clothBetweenStrands } from './between-strands.ts';
import { label } from './labels.ts';

const { width, height } = figureSize;
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
const isHead = (y: number) => y < 90;
const gap = 150 * width + 60;
/** Hair at the head, cloth below; `roughCloth` as a share of the hair's roughness. */
const look = (clothBin: number, roughCloth: number) =>
  clothBetweenStrands(
    Uint8Array.from(plane((_, y) => (isHead(y) ? label.hair : label.top))),
    plane((_, y) => (isHead(y) ? 1 : 0)),
    plane((_, y) => (isHead(y) ? 0.1 : 0.1 * roughCloth)),
    {
      bins: Uint16Array.from(plane((_, y) => (isHead(y) ? 3000 : clothBin))),
      kept: plane(() => 0),
      frame: figureFrame(),
      size: figureSize,
    },
  );

test('given smooth cloth of another colour, then its colour among hair is cloth, and hair is not', () => {
  const cloth = look(6000, 0.1);
  expect(cloth[gap]).toBeGreaterThan(0.9);
  expect(cloth[40 * width + 100]).toBeLessThan(0.1);
});

test('given a trunk as rough as hair, or in its colour, then nothing is cloth', () => {
  expect(look(6000, 0.9)[gap]).toBe(0);
  expect(look(3000, 0.1)[gap]).toBe(0);
});
