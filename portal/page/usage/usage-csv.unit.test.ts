import { expect, test } from 'vitest';
import { usageCsv } from './usage-csv.ts';
import type { UsageRow } from './usage-model.ts';

const row: UsageRow = { day: '2026-03-01', key_id: 'key_a', endpoint: '/images', outcome: 'succeeded', requests: 7 };
const file = (name: string) => usageCsv([row], () => name);

test('a row is a line under the heading', () => {
  expect(file('shop')).toBe(
    'day,key_id,key,endpoint,outcome,requests\r\n2026-03-01,key_a,shop,/images,succeeded,7\r\n',
  );
  expect(usageCsv([], String)).toBe('day,key_id,key,endpoint,outcome,requests\r\n');
});

test.each([
  ['a "b", c', '"a ""b"", c"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['@x', "'@x"],
])('the name %j is the cell %j', (name, cell) => {
  expect(file(name)).toContain(`,key_a,${cell},/images,`);
});
