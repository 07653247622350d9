import { expect, test } from 'vitest';
import { joinCut, sleevesIn, topAsSaid } from './top-as-said.ts';

test.each([
  ['a long-sleeved dress', { sleeve: 2 }],
  ['three-quarter sleeve', { sleeve: 1.5 }],
  ['short sleeves and a v-neckline', { sleeve: 0.55, neck: 'v' }],
  ['a strappy top', { sleeve: 0 }],
  ['rolled-up sleeves', { sleeve: 1.2 }],
  ['spaghetti straps', { sleeve: 0 }],
  ['off-the-shoulder', { neck: 'boat' }],
  ['a high neck', { neck: 'turtle' }],
  ['round neck', { neck: 'crew' }],
  ['collarless', { neck: 'crew' }],
  ['plain', {}],
])('given "%s", then %j', (words, expected) => {
  expect(topAsSaid(words)).toEqual(expected);
});

test.each([
  ['a red dress with long sleeves', 'a red dress long sleeves'],
  ['a dress with short sleeves and a v-neck, in red', 'a dress short sleeves v-neck, in red'],
  ['a top with a boat neck and blue jeans', 'a top boat neck and blue jeans'],
  ['jeans with a v-neck sweater', 'jeans with a v-neck sweater'],
  ['a suit with a turtleneck', 'a suit with a turtleneck'],
])('given "%s", then "%s"', (text, expected) => {
  expect(joinCut(text)).toBe(expected);
});

test('given long sleeves anywhere behind a garment, then they are found, and those of another garment are not', () => {
  expect(sleevesIn(' with white flowers and long sleeves')).toBe('long sleeves');
  expect(sleevesIn(' and a long-sleeved top')).toBe('');
});
