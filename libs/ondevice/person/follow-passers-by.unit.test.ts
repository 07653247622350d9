import { describe, expect, it } from 'vitest';
import { figureSize as size, stickFigure } from '../fixtures/stick-figure.ts';
import { followPassersBy, type Passing } from './follow-passers-by.ts';

const { pose } = stickFigure();
/** Across the left forearm in the picture, which lies at column 42. */
const row = 180;
const index = (x: number) => row * size.width + x;

/** Whether some columns are a passer-by's of whom the first ten are known, if the first hundred are somebody's. */
function followed(columns: readonly number[], support: number, told?: Passing['told']): boolean[] {
  const isTheirs = (i: number) => i % size.width < 10;
  const supports = Float32Array.from({ length: size.width * size.height }, (_, i) => (isTheirs(i) ? 0 : support));
  const isSomebody = (i: number) => i % size.width < 100;
  const theirs = followPassersBy(isSomebody, size, { isTheirs, support: supports, told, pose });
  return columns.map((x) => theirs(index(x)));
}

describe('what adjoins a passer-by', () => {
  it('is theirs where it is in doubt whose it is', () => {
    expect(followed([5, 12, 20], 0.5)).toEqual([true, true, true]);
  });

  it('is the person’s where that is sure', () => {
    expect(followed([5, 12, 20], 0.9)).toEqual([true, false, false]);
  });

  it('is the person’s round their bones, and beyond them', () => {
    expect(followed([20, 25, 42, 70, 90], 0.5)).toEqual([true, false, false, false, false]);
  });

  it('is the person’s where the classifiers of parts look, which would know', () => {
    const told = {
      mask: new Float32Array(1),
      side: 1,
      region: { x: 115, y: 150, width: 200, height: 300, rotation: 0 },
    };
    expect(followed([12, 20], 0.5, told)).toEqual([true, false]);
  });
});

it('given what is in doubt but does not adjoin a passer-by, then it is the person’s', () => {
  const isTheirs = (i: number) => i % size.width < 10;
  const isSomebody = (i: number) => i % size.width !== 15;
  const support = new Float32Array(size.width * size.height).fill(0.5);
  const theirs = followPassersBy(isSomebody, size, { isTheirs, support, told: undefined, pose });
  expect([theirs(index(12)), theirs(index(18))]).toEqual([true, false]);
});
