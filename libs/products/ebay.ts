import { z } from 'zod';
import { applicationToken, type EbayOptions } from './ebay-token.ts';
import { requestJson } from './request-json.ts';
import { SearchError } from './search-error.ts';
import type { Listing } from './to-products.ts';

const anything = z.unknown().optional();
const row = z.object({
  title: anything,
  itemAffiliateWebUrl: anything,
  itemWebUrl: anything,
  image: z.object({ imageUrl: z.unknown() }).optional().catch(undefined),
  price: z.object({ value: z.string(), currency: z.string() }).optional().catch(undefined),
  shortDescription: anything,
  condition: anything,
});
const answer = z.object({ itemSummaries: z.array(z.unknown()).optional() });
/** More than are kept, as some are dropped. */
const LIMIT = '10';

/** A search of eBay's Browse API (`item_summary/search`), which throws SearchErrors. */
export function connectEbay(options: EbayOptions, clock: () => Date) {
  const token = applicationToken(options, clock);

  async function ask(query: string, signal: AbortSignal, isRetry = false): Promise<unknown> {
    const url = new URL('/buy/browse/v1/item_summary/search', options.baseUrl);
    url.search = new URLSearchParams({ q: query, limit: LIMIT }).toString();
    const bearer = await token.get(signal);
    const headers = { authorization: `Bearer ${bearer}`, 'x-ebay-c-marketplace-id': 'EBAY_US' };
    try {
      return await requestJson(url, { headers, signal });
    } catch (error) {
      // A token may be revoked before its time.
      const isDenied = error instanceof SearchError && error.code === '401';
      if (!isDenied || isRetry) throw error;
      token.forget(bearer);
      return ask(query, signal, true);
    }
  }

  return async (query: string, signal: AbortSignal): Promise<Listing[]> => {
    const parsed = answer.safeParse(await ask(query, signal));
    if (!parsed.success) throw new SearchError('unreadable');
    return (parsed.data.itemSummaries ?? []).flatMap((summary) => {
      const { success, data } = row.safeParse(summary);
      if (!success) return [];
      const { title, itemAffiliateWebUrl, itemWebUrl, image, price, shortDescription, condition } = data;
      return [
        {
          title,
          urls: [itemAffiliateWebUrl, itemWebUrl],
          thumbnail: image?.imageUrl,
          price: price && `${price.currency} ${price.value}`,
          store: 'eBay',
          snippet: shortDescription ?? condition,
        },
      ];
    });
  };
}
