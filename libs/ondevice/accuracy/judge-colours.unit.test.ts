import { describe, expect, test } from 'vitest';
import type { AnalysedItem } from '../analysis/describe-item.ts';
import { type ColourCase, namesOf } from './colour-case.ts';
import { judgeColours, shareOf } from './judge-colours.ts';

const item = (category: AnalysedItem['category'], color: string): AnalysedItem => ({
  ...{ category, color, item: category, description: '', style_tags: [], price_range: 'budget' },
});
const judged = (expected: Pick<ColourCase, 'top' | 'bottom'>, ...items: AnalysedItem[]) =>
  judgeColours({ name: 'x', origin: 'photograph', picture: async () => new Uint8Array(), ...expected }, items).map(
    ({ part, got, right }) => [part, got, right],
  );

describe('judging an analysis', () => {
  test('given parts that are named so, then they are right', () => {
    expect(judged({ top: ['red', 'rust'], bottom: ['navy'] }, item('top', 'rust'), item('bottom', 'navy'))).toEqual([
      ['top', 'rust', true],
      ['bottom', 'navy', true],
    ]);
  });

  test('given another colour, or nothing, then they are wrong', () => {
    expect(judged({ top: ['red'], bottom: ['navy'] }, item('top', 'coral'))).toEqual([
      ['top', 'coral', false],
      ['bottom', 'nothing', false],
    ]);
  });

  test('given a part that is not judged, then there is no verdict', () => {
    expect(judged({ top: ['red'] }, item('bottom', 'navy'), item('top', 'red'))).toEqual([['top', 'red', true]]);
  });

  test('given a dress, then it is top and bottom; shoes are neither', () => {
    expect(judged({ top: ['red'], bottom: ['red'] }, item('dress', 'red'), item('shoes', 'navy'))).toEqual([
      ['top', 'red', true],
      ['bottom', 'red', true],
    ]);
  });

  test('given verdicts, then their share is counted; none prove nothing', () => {
    const verdict = { case: 'x', origin: 'photograph', part: 'top', expected: [], got: '' } as const;
    expect(shareOf([true, false, true, true].map((right) => ({ ...verdict, right })))).toEqual({
      ...{ right: 3, of: 4, share: 0.75 },
    });
    expect(shareOf([])).toEqual({ right: 0, of: 0, share: 0 });
  });
});

test('given a colour, then cloth of it has its name, or a word for the same cloth', () => {
  expect(namesOf('red')).toEqual(['red']);
  expect(namesOf('mustard')).toEqual(['mustard', 'gold']);
});
