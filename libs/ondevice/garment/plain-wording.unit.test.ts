import { expect, test } from 'vitest';
import { plainWording } from './plain-wording.ts';

test.each([
  ['dress me in a red jacket', 'wear in a red jacket'],
  ['could you dress the woman in jeans', 'could you wear in jeans'],
  ['a dress up to the knee', 'a dress up to the knee'],
  ['a red dress the woman likes', 'a red dress the woman likes'],
  ['swap my hoodie for a coat', 'wear a coat'],
  ['change the shirt to a blouse', 'wear a blouse'],
  ['change my shirt to red', 'change my shirt to red'],
  ['top: a red tee, bottom: jeans', ', a red tee, , jeans'],
  ['blue/white and red & black', 'blue and white and red and black'],
  ['a hoodie & jeans', 'a hoodie & jeans'],
])('given "%s", then "%s"', (text, expected) => {
  expect(plainWording(text)).toBe(expected);
});
