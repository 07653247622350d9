import { expect, it } from 'vitest';
import { atLeast, atMost, comparison, figure, inTurns, median, quantile, table, value } from './rows.ts';

it('given rounds, then the subject is compared by the median of their ratios, which a goal bounds', () => {
  const rounds = [
    { subject: 50, floor: 100 },
    { subject: 90, floor: 100 },
    { subject: 10, floor: 100 },
  ];
  const described = { what: 'reads', unit: '/s' };
  const row = comparison({ ...described, goal: atLeast(0.5) }, 'select', rounds);
  expect(row).toMatchObject({ subject: 50, compared: 0.5, met: true, floor: { name: 'select', value: 100 } });
  expect(comparison({ ...described, goal: atLeast(0.51) }, 'select', rounds).met).toBe(false);
  expect(value({ ...described, goal: atMost(1) }, Number.NaN).met).toBe(false);
  expect(value(described, 1).met).toBeUndefined();
});

it('given values, then their median and quantiles are found', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), quantile([5, 1, 9], 0.99)]).toEqual([2, 2.5, 9]);
  expect(() => median([])).toThrow('median of nothing');
});

it('given targets, then they are measured alternately', async () => {
  const order: string[] = [];
  const measure = (name: string) => async () => order.push(name);
  expect(await inTurns(2, { floor: measure('f'), subject: measure('s') })).toHaveLength(2);
  expect(order.join('')).toBe('fsfs');
});

it('given rows, then the table has rounded figures, goals and verdicts', () => {
  expect([0.8741, 12.34, 1449.6, 61_230, Number.NaN].map(figure)).toEqual(['0.874', '12.3', '1450', '61200', 'NaN']);
  const stall = value({ what: 'stall', unit: 'ms', goal: atMost(25) }, 30);
  const reads = comparison({ what: 'reads', unit: '/s' }, 'select', [{ subject: 1, floor: 2 }]);
  expect(table([stall, reads])).toBe(`| what  | measured | floor         | ratio | goal    |         |
| - | - | - | - | - | - |
| stall | 30 ms    |               |       | ≤ 25 ms | NOT MET |
| reads | 1 /s     | 2 /s (select) | 0.5x  |         |         |`);
});
