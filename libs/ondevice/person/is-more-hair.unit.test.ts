import { describe, expect, test } from 'vitest';
import { type AreaOfHair, addPixel, isMoreHair, noPixels } from './is-more-hair.ts';

const area: AreaOfHair = { pixels: 100, likely: 80, sure: 40, told: 0, rim: 50, around: 0, atHair: 9 };

describe('given an area that looks like hair', () => {
  test('when it does not touch hair, then it is none', () => {
    expect(isMoreHair({ ...area, atHair: 0 })).toBe(false);
  });

  test('when the classifier sees it as hair, then it is hair, however it looks', () => {
    expect(isMoreHair({ ...area, sure: 0, told: 120 })).toBe(true);
  });

  test('when the classifier is in doubt, then it is hair if much of it is sure', () => {
    expect(isMoreHair(area)).toBe(true);
    expect(isMoreHair({ ...area, sure: 28 })).toBe(false);
    expect(isMoreHair({ ...area, likely: 60 })).toBe(false);
  });

  test('when the classifier sees cloth, then it is hair only if it stands out', () => {
    expect(isMoreHair({ ...area, told: -200 })).toBe(false);
    expect(isMoreHair({ ...area, told: -200, around: -90 })).toBe(true);
  });
});

test('given pixels that are counted, then only likely ones can be sure', () => {
  const counted = noPixels();
  addPixel(counted, 3, true, -1);
  addPixel(counted, 1, true, 0.5);
  addPixel(counted, 3, false, 0);
  expect(counted).toEqual({ pixels: 3, likely: 2, sure: 1, told: -0.5, rim: 0, around: 0, atHair: 0 });
});
