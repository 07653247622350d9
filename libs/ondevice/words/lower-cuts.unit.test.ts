import { expect, test } from 'vitest';
import { understandDescription } from './understand-description.ts';

test.each([
  ['a skirt', 'a-line skirt', 0.9],
  ['black pleated midi skirt', 'pleated skirt', 1.45],
  ['a pencil skirt', 'straight skirt', 0.9],
  ['red mini dress', 'a-line skirt', 0.62],
  ['a long-sleeved dress', 'a-line skirt', 1],
  ['long silk dress', 'a-line skirt', 1.9],
  ['wide-leg trousers', 'wide trousers', 2],
  ['flared jeans', 'wide trousers', 2],
  ['skinny jeans', 'slim trousers', 2],
  ['short shorts', 'straight trousers', 0.62],
  ['a jumpsuit', 'wide trousers', 2],
])('given "%s", then it is cut as a %s', (text, cut, length) => {
  expect(understandDescription(text)[0]?.lower).toEqual({ cut, length });
});

test('given what is worn above, then it has no cut on the legs', () => {
  expect(understandDescription('white shirt')[0]).not.toHaveProperty('lower');
});
