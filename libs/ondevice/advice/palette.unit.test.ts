import { expect, test } from 'vitest';
import type { Appearance } from '../analysis/appearance.ts';
import { paletteOf, palettes, seasonOf } from './palette.ts';

const person = (changes: Partial<Appearance>): Appearance => ({
  skin: { depth: 'light', undertone: 'neutral' },
  hair: 'brown',
  contrast: 'medium',
  shoulderToHip: null,
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

test('given more contrast or deeper skin, then strong accents come first, never other colours', () => {
  const { accents } = palettes.neutral;
  expect(paletteOf(person({ contrast: 'low' })).accents).toEqual(accents);
  expect(paletteOf(person({ contrast: 'high' })).accents).toEqual(accents.toReversed());
  expect(paletteOf(person({ skin: { depth: 'dark', undertone: 'neutral' } })).accents).toEqual(accents.toReversed());
  expect([...paletteOf(person({})).accents].sort()).toEqual([...accents].sort());
});
