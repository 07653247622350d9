import { describe, expect, it } from 'vitest';
import { comparison, value } from './row.ts';
import { figure, markdownTable, table } from './table.ts';

const described = { what: 'GET /usage', unit: '/s' };

describe('a row', () => {
  it('that is compared, has medians of both sides and a verdict on their ratio', () => {
    const rounds = [
      { subject: 30, floor: 100 },
      { subject: 60, floor: 100 },
      { subject: 90, floor: 100 },
    ];
    const row = comparison({ ...described, goal: { at: 'least', bound: 0.6 } }, 'bare', rounds);
    expect(row).toMatchObject({ subject: 60, floor: { name: 'bare', value: 100 }, compared: 0.6, met: true });
  });

  it('without a goal has no verdict', () => {
    expect(value(described, 5)).toMatchObject({ met: undefined });
  });
});

describe('the table', () => {
  it('says what was measured, the floor, the goal and whether it is met', () => {
    const row = comparison({ ...described, goal: { at: 'least', bound: 0.6 } }, 'bare', [
      { subject: 1200, floor: 3000 },
    ]);
    expect(table([row]).split('\n')[1]).toMatch(
      /^GET \/usage +1200 \/s +3000 \/s \(bare\) +0\.400x +≥ 0\.6x +NOT MET$/,
    );
  });

  it('judges a value by itself when it has no floor', () => {
    const row = value({ ...described, what: 'stall', unit: 'ms', goal: { at: 'most', bound: 25 } }, 12.34);
    expect(table([row]).split('\n')[1]).toMatch(/^stall +12\.3 ms +≤ 25 ms +met$/);
  });
});

describe('the table in Markdown', () => {
  it('has the same cells, and no cell that ends one too early', () => {
    const row = value({ ...described, what: 'a | b', unit: 'ms', goal: { at: 'most', bound: 25 } }, 30);
    expect(markdownTable([row]).split('\n')).toEqual([
      '| what | measured | floor | ratio | goal |  |',
      '| - | - | - | - | - | - |',
      '| a \\| b | 30.0 ms |  |  | ≤ 25 ms | NOT MET |',
    ]);
  });
});

describe('a figure', () => {
  it.each([
    [0.8741, '0.874'],
    [12.345, '12.3'],
    [145, '145'],
    [61_234, '61200'],
    [0, '0.00'],
    [0.00042, '0.000'],
    [Number.NaN, 'NaN'],
  ])('%d is %s', (number, text) => {
    expect(figure(number)).toBe(text);
  });
});
