import { expect, test } from 'vitest';
import { readSides } from '../words/sides.ts';
import { occasionOf, wishesOf } from './wishes.ts';

const readWishes = (text: string) => wishesOf(readSides(text));

test.each([
  ['red and blue', ['red', 'blue'], []],
  ['navy, not black', ['navy'], ['black']],
  ['no red, black or yellow, green please', ['green'], ['red', 'black', 'yellow']],
  ['anything but purple', [], ['purple']],
  ['I don’t like orange. I love teal.', ['teal'], ['orange']],
  ['without pink but with grey', ['grey'], ['pink']],
  ['avoid mustard and gold', [], ['mustard', 'gold']],
  ['forest green, off-white', ['dark green', 'ivory'], []],
  ['blackberry, greenish, redo', [], []],
] as const)('given "%s", then %j is wanted and %j refused', (text, wanted, refused) => {
  const wishes = readWishes(text);
  expect(wishes.wanted.colours).toEqual(wanted);
  if (refused.length === 0) expect(wishes.refused.colours).toEqual([]);
  else expect(wishes.refused.colours).toEqual(expect.arrayContaining([...refused]));
});

test('given a colour refused, then its family goes too, but for what is wanted', () => {
  expect(readWishes('no blue').refused.colours).toContain('navy');
  expect(readWishes('navy, no blue').refused.colours).not.toContain('navy');
});

test('given moods, styles, patterns, garments and cloth, then each is read', () => {
  const { wanted, refused } = readWishes('Minimalist pastels, striped tees and linen pants, no edgy leather jackets');
  expect(wanted).toMatchObject({
    styles: ['minimal'],
    patterns: ['striped'],
    garments: ['t-shirt', 'trousers'],
    materials: ['linen'],
  });
  expect(wanted.mood).toContain('lavender');
  expect(refused).toMatchObject({ styles: ['edgy'], garments: ['leather jacket'], materials: ['leather'] });
});

test('given a mood without one of its colours, then that one is not meant', () => {
  const { wanted, refused } = readWishes('pastels, but no lavender');
  expect(wanted.mood).toEqual(['light blue', 'light pink', 'mint', 'peach', 'lilac']);
  expect(refused.colours).toEqual(['lavender']);
});

test('given a mood refused, then its colours are, but for what is wanted', () => {
  const { refused } = readWishes('navy, no dark colours');
  expect(refused.colours).toEqual(expect.arrayContaining(['black', 'charcoal', 'burgundy', 'dark green']));
  expect(refused.colours).not.toContain('navy');
});

test.each([
  ['My sister’s beach wedding', 'wedding', 'hot'],
  ['office party', 'party', undefined],
  ['first day at the office', 'business', undefined],
  ['job interview', 'interview', undefined],
  ['work out', 'sport', undefined],
  ['yoga class', 'sport', undefined],
  ['romantic dinner', 'date', undefined],
  ['black tie', 'formal', undefined],
  ['long-haul flight', 'travel', undefined],
  ['Sunday brunch', 'casual', undefined],
  ['winter', 'outdoor', 'cold'],
  ['summer', 'beach', 'hot'],
  ['winter funeral', 'funeral', 'cold'],
  ['updated networking', 'general', undefined],
  ['', 'general', undefined],
  ['🎉', 'general', undefined],
] as const)('given "%s", then it is %s, %s', (text, kind, weather) => {
  expect(occasionOf(readSides(text))).toEqual({ kind, weather });
});
