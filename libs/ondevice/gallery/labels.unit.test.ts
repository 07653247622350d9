import { expect, test } from 'vitest';
import type { AnalysedItem } from '../analysis/describe-item.ts';
import { judgeItems, type LabelledItem, readLabel } from './labels.ts';
import { readTable } from './photographs.ts';

test('given a label, then its categories and colours are read', () => {
  expect(readLabel('top/dress: black/charcoal')).toEqual({
    categories: ['top', 'dress'],
    colours: ['black', 'charcoal'],
  });
});

test.each(['cape: black', 'top: blackish', 'top'])('given the label %s, then it is an error', (text) => {
  expect(() => readLabel(text)).toThrow(`in ${text}`);
});

test('given the held-out portraits, then every line is read', () => {
  const pictures = readTable('held-out.tsv');
  expect(pictures).toHaveLength(50);
  for (const { texts } of pictures) expect(texts.map(readLabel).length).toBeGreaterThan(0);
});

const item = (category: AnalysedItem['category'], color: string): AnalysedItem => ({
  category,
  color,
  item: category,
  description: '',
  style_tags: [],
  price_range: 'budget',
});
const label = (categories: string[], colours: string[]): LabelledItem => ({ categories, colours });

test('given category and colour as labelled, then it is found; another of either is missed and invented', () => {
  const dress = label(['dress', 'top'], ['red', 'dark red']);
  expect(judgeItems([dress], [item('top', 'dark red')])).toEqual({ found: [dress], missed: [], invented: [] });
  for (const wrong of [item('bottom', 'red'), item('dress', 'navy')])
    expect(judgeItems([dress], [wrong])).toEqual({ found: [], missed: [dress], invented: [wrong] });
});

test('given one answer for two items, then only one is found', () => {
  const shirt = label(['top'], ['white']);
  expect(judgeItems([shirt, shirt], [item('top', 'white')])).toMatchObject({ found: [shirt], missed: [shirt] });
});

test('given answers that fit several items, then each goes where it fits', () => {
  const [cardigan, shirt] = [label(['outerwear', 'top'], ['navy', 'white']), label(['top'], ['white'])];
  const answers = [item('top', 'white'), item('top', 'navy')];
  expect(judgeItems([cardigan, shirt], answers)).toEqual({ found: [shirt, cardigan], missed: [], invented: [] });
});
