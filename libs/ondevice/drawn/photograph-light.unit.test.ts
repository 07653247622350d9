import { describe, expect, test } from 'vitest';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { lightOfPhotograph } from './photograph-light.ts';

/** A person of 40 x 50 pixels of whom a tenth is lit face and the rest a top, beside as many pixels of ground. */
function person({ face = 0.3, clothes = 0.1, ground = 0, shade = 0, black = 0.04 } = {}): Subject {
  const size = { width: 40, height: 50 };
  const fill = (of: (i: number) => number) => Float32Array.from({ length: 2000 }, (_, i) => of(i));
  const isFace = (i: number) => i < 100;
  const isPerson = (i: number) => i < 1000;
  return {
    size,
    foreground: [fill(() => black), fill(() => black), fill(() => black)],
    shading: {
      luminance: fill((i) => (isFace(i) ? face : isPerson(i) ? clothes : ground)),
      residual: fill((i) => (i % size.width < 20 ? shade : 0)),
    },
    matte: fill((i) => (isPerson(i) ? 1 : 0)),
    parsed: {
      face: fill((i) => (isFace(i) ? 1 : 0)),
      labels: Uint8Array.from({ length: 2000 }, (_, i) => (isFace(i) ? label.skin : label.top)),
      frame: { shoulderWidth: 40 },
    },
  } as unknown as Subject;
}

const exposure = (of: Parameters<typeof person>[0]) => lightOfPhotograph(person(of)).exposure;

describe('exposure', () => {
  test('given a well lit face above dark clothes, then cloth is as bright as the face tells', () => {
    expect(exposure({ face: 0.48 })).toBeCloseTo(0.96, 2);
  });

  test('given dark skin beside white clothes, then the brightest parts tell', () => {
    expect(exposure({ face: 0.2, clothes: 0.75 })).toBeCloseTo(0.94, 2);
  });

  test('given a bright or a dark ground, then it does not matter', () => {
    expect(exposure({ face: 0.46, ground: 1 })).toBe(exposure({ face: 0.46 }));
  });

  test('given a person in the dark or in the sun, then white stays white and keeps its folds', () => {
    expect([exposure({ face: 0.05 }), exposure({ face: 0.95 })]).toEqual([0.86, 1.06]);
  });
});

test('given a top half in the shade, then cloth is darker there, and beyond the top as well', () => {
  const { broadLight } = lightOfPhotograph(person({ shade: -0.5 }));
  const at = (x: number, y: number) => broadLight[y * 40 + x]!;
  expect(at(3, 15)).toBeLessThan(0.75);
  expect(at(37, 15)).toBeGreaterThan(0.9);
  expect(at(3, 35)).toBeLessThan(at(37, 35));
});

test('given nothing that is black, then a veil lies over the photograph', () => {
  expect(lightOfPhotograph(person({ black: 0.15 })).veil[0]).toBeGreaterThan(0.005);
  expect(lightOfPhotograph(person()).veil).toEqual([0, 0, 0]);
});
