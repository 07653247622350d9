import { expect, it } from 'vitest';
import { columns } from './columns.ts';

it('is as wide as its cells, without spaces at the ends', () => {
  const rows = [
    ['seq', 'error'],
    ['1', 'unavailable'],
    ['1000', '-'],
  ];
  expect(columns(rows)).toEqual(['seq   error', '1     unavailable', '1000  -']);
  expect(columns(rows, [0])).toEqual([' seq  error', '   1  unavailable', '1000  -']);
});

it('without rows is nothing', () => {
  expect(columns([])).toEqual([]);
});
