import { describe, expect, it } from 'vitest';
import { readAnswer } from './hosted-analysis.ts';

const blazer = {
  item: 'blazer',
  description: 'A navy blazer.',
  color: 'navy',
  style_tags: ['classic'],
  category: 'outerwear',
  price_range: 'premium' as const,
  search_query: 'navy wool blazer',
};

describe('the answer of a hosted model', () => {
  it('given mark-up, endless texts and empty tags, returns plain text of bounded length', () => {
    const long = 'x'.repeat(5_000);
    const [item] = readAnswer({
      items: [
        {
          ...{
            item: '<b>blazer</b><script>alert(1)</script>',
            description: long,
            color: 'navy\u0000\n',
            category: long,
          },
          style_tags: ['', ...Array.from({ length: 9 }, () => long)],
          price_range: 'budget',
          search_query: long,
        },
      ],
    });
    expect(item).toMatchObject({ item: 'blazer', color: 'navy' });
    expect(item?.description).toHaveLength(600);
    expect(item?.category).toHaveLength(40);
    expect(item?.style_tags.map((tag) => tag.length)).toEqual(Array(6).fill(40));
    expect(item?.search_query).toHaveLength(120);
  });

  it('given no query, builds it from colour and item', () => {
    expect(readAnswer({ items: [{ ...blazer, search_query: ' ' }] })).toMatchObject([{ search_query: 'navy blazer' }]);
  });

  it('drops items without a name or a category, and surplus items', () => {
    expect(
      readAnswer({
        items: [
          { ...blazer, item: ' ' },
          { ...blazer, category: '<i>' },
        ],
      }),
    ).toEqual([]);
    expect(readAnswer({ items: Array.from({ length: 20 }, () => blazer) })).toHaveLength(8);
  });
});
