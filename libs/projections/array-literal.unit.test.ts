import { expect, it } from 'vitest';
import { arrayLiteral } from './array-literal.ts';

it.each([
  [[], '{}'],
  [['a', 'NULL', ''], '{"a","NULL",""}'],
  [[1, true, null], '{"1","true",NULL}'],
  [['a,b', '{c}', 'd"e', 'f\\g'], String.raw`{"a,b","{c}","d\"e","f\\g"}`],
])('writes %j as an array of Postgres', (values, literal) => {
  expect(arrayLiteral(values)).toBe(literal);
});
