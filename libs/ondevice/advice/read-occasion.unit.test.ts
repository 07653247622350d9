import { expect, test } from 'vitest';
import { readSides } from '../words/sides.ts';
import { occasionOf } from './read-occasion.ts';

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
