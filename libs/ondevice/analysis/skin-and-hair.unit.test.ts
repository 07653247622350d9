import { converter } from 'culori';
import { expect, test } from 'vitest';
import { classifyContrast, classifyHair, classifySkin } from './skin-and-hair.ts';

/** sRGB bytes of skin whose typology angle is `angle` degrees. */
function skinAt(angle: number): [number, number, number] {
  const b = 17;
  const {
    r,
    g,
    b: blue,
  } = converter('rgb')({ mode: 'lab65', l: 50 + b * Math.tan((angle * Math.PI) / 180), a: 12, b });
  return [Math.round(r * 255), Math.round(g * 255), Math.round(blue * 255)];
}

test.each([
  [70, 'very light'],
  [58, 'light'],
  [40, 'light'],
  [34, 'intermediate'],
  [20, 'tan'],
  [-10, 'brown'],
  [-45, 'dark'],
] as const)('given skin with a typology angle of %d degrees, then its depth is %s', (angle, depth) => {
  expect(classifySkin(skinAt(angle)).depth).toBe(depth);
});

test.each([
  [[226, 190, 150], 'warm'],
  [[228, 190, 168], 'neutral'],
  [[230, 184, 178], 'cool'],
] as const)('given skin of %j, then its undertone is %s', (rgb, undertone) => {
  expect(classifySkin(rgb).undertone).toBe(undertone);
});

test.each([
  [[22, 20, 22], 'black'],
  [[54, 36, 28], 'dark brown'],
  [[104, 76, 54], 'brown'],
  [[142, 70, 36], 'red'],
  [[150, 122, 88], 'dark blonde'],
  [[206, 176, 128], 'blonde'],
  [[140, 140, 142], 'grey'],
  [[222, 222, 220], 'white'],
  [[40, 90, 200], 'unknown'],
  [[60, 160, 80], 'unknown'],
] as const)('given hair of %j, then it is %s', (rgb, hair) => {
  expect(classifyHair(rgb)).toBe(hair);
});

test.each([
  [[246, 224, 214], [22, 20, 22], 'high'],
  [[212, 172, 142], [104, 76, 54], 'medium'],
  [[136, 96, 72], [104, 76, 54], 'low'],
] as const)('given skin of %j and hair of %j, then their contrast is %s', (skin, hair, contrast) => {
  expect(classifyContrast(skin, hair)).toBe(contrast);
});

test('given no hair or no skin, then contrast is taken to be medium', () => {
  expect([classifyContrast(undefined, [1, 1, 1]), classifyContrast([1, 1, 1], undefined)]).toEqual([
    'medium',
    'medium',
  ]);
});

test('given a photograph without colours, then depth goes by lightness and no undertone is told', () => {
  expect(classifySkin([64, 64, 64])).toEqual({ depth: 'dark', undertone: 'neutral' });
  expect(classifySkin([176, 176, 176])).toEqual({ depth: 'light', undertone: 'neutral' });
});

test('given dark skin in bright light with highlights of blue sky, then it is not taken for tan', () => {
  expect(['brown', 'dark']).toContain(classifySkin([114, 77, 62]).depth);
  expect(['brown', 'dark']).toContain(classifySkin([131, 96, 92]).depth);
});
