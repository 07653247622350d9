import { expect, test } from 'vitest';
import type { Appearance } from '../analysis/appearance.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import { paletteOf, palettes, seasonOf } from './palette.ts';

const person = (changes: Partial<Appearance>): Appearance => ({
  skin: { depth: 'light', undertone: 'neutral' },
  hair: 'brown',
  contrast: 'medium',
  wears: 'unknown',
  ...changes,
});

test.each([
  [person({ skin: { depth: 'light', undertone: 'warm' } }), 'spring'],
  [person({ skin: { depth: 'brown', undertone: 'warm' } }), 'autumn'],
  [person({ skin: { depth: 'light', undertone: 'warm' }, contrast: 'high' }), 'autumn'],
  [person({ skin: { depth: 'light', undertone: 'cool' } }), 'summer'],
  [person({ skin: { depth: 'light', undertone: 'cool' }, contrast: 'high' }), 'winter'],
  [person({ skin: { depth: 'dark', undertone: 'cool' } }), 'winter'],
  [person({}), 'neutral'],
  [person({ hair: 'red' }), 'spring'],
  [person({ hair: 'grey' }), 'summer'],
  [person({ skin: null, hair: 'unknown' }), 'neutral'],
])('given %j, then the season is %s', (appearance, season) => {
  expect(seasonOf(appearance)).toBe(season);
});

const strength = (colour: ColourName) => Math.hypot(...oklab(clothColours[colour]).slice(1));

test('given more contrast or deeper skin, then stronger accents come first, never other colours', () => {
  const { accents } = palettes.neutral;
  const first = (changes: Partial<Appearance>) => strength(paletteOf(person(changes)).accents[0] ?? 'grey');
  expect(first({ contrast: 'high' })).toBeGreaterThan(first({ contrast: 'medium' }));
  expect(first({ contrast: 'medium' })).toBeGreaterThan(first({ contrast: 'low' }));
  expect(first({ skin: { depth: 'dark', undertone: 'neutral' } })).toBeGreaterThan(first({}));
  expect([...paletteOf(person({})).accents].sort()).toEqual([...accents].sort());
});

test('given dark hair or fair hair, then jackets and trousers are as dark', () => {
  const first = (hair: Appearance['hair']) =>
    oklab(clothColours[paletteOf(person({ hair, skin: { depth: 'light', undertone: 'cool' } })).bases[0] ?? 'grey'])[0];
  expect(first('black')).toBeLessThan(first('brown') + 0.01);
  expect(first('brown')).toBeLessThan(first('grey'));
});
