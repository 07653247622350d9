import { identifiedItem } from '@styling/contracts';
import { plainText } from '@styling/providers';
import { z } from 'zod';
import type { SeenItem } from './provider.ts';

/** The hosted model's answer. */
export const outfitAnswer = z.object({
  items: z.array(
    identifiedItem
      .omit({ products: true })
      .extend({ search_query: z.string().meta({ description: 'Words to find such an item with in a shop' }) }),
  ),
});

/** Maximum number of items per answer, and of tags per item. */
const MOST = { items: 8, tags: 6 } as const;
/** Maximum lengths, in characters. */
const LONGEST = { item: 80, description: 600, color: 40, tag: 40, category: 40, query: 120 } as const;

/** The items of an answer as plain text of bounded length; items without a name or a category are dropped. */
export function readAnswer({ items }: z.output<typeof outfitAnswer>): SeenItem[] {
  return items
    .map((answered) => {
      const item = plainText(answered.item, LONGEST.item);
      const color = plainText(answered.color, LONGEST.color);
      return {
        item,
        description: plainText(answered.description, LONGEST.description),
        color,
        style_tags: answered.style_tags
          .map((tag) => plainText(tag, LONGEST.tag))
          .filter((tag) => tag !== '')
          .slice(0, MOST.tags),
        category: plainText(answered.category, LONGEST.category),
        price_range: answered.price_range,
        search_query: plainText(answered.search_query, LONGEST.query) || `${color} ${item}`,
      };
    })
    .filter(({ item, category }) => item !== '' && category !== '')
    .slice(0, MOST.items);
}
