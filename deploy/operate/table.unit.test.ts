import { expect, it } from 'vitest';
import { table } from './table.ts';

it('is as wide as its cells, without spaces at the ends', () => {
  expect(
    table(
      ['seq', 'error'],
      [
        ['1', 'unavailable'],
        ['1000', ''],
      ],
    ),
  ).toEqual(['seq   error', '1     unavailable', '1000  -']);
});

it('without rows is its headings', () => {
  expect(table(['a', 'b'], [])).toEqual(['a  b']);
});
