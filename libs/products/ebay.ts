import { z } from 'zod';
import { applicationToken, type EbayOptions } from './ebay-token.ts';
import { requestJson, SearchError } from './request-json.ts';
import { type Listing, listings } from './to-products.ts';

const schema = z.object({
  itemSummaries: listings({
    title: z.unknown(),
    itemAffiliateWebUrl: z.unknown(),
    itemWebUrl: z.unknown(),
    image: z.object({ imageUrl: z.unknown() }).optional().catch(undefined),
    price: z
      .object({ value: z.union([z.string(), z.number()]), currency: z.string() })
      .optional()
      .catch(undefined),
    shortDescription: z.unknown(),
    condition: z.unknown(),
  }),
});
/** More than are kept, as some are dropped. */
const LIMIT = '10';

/** A search of eBay's Browse API (`item_summary/search`), which throws SearchErrors. */
export function connectEbay(options: EbayOptions, clock: () => Date) {
  const token = applicationToken(options, clock);

  async function ask(query: string, signal: AbortSignal, isRetry = false): Promise<z.output<typeof schema>> {
    const url = new URL('/buy/browse/v1/item_summary/search', options.baseUrl);
    url.search = new URLSearchParams({ q: query, limit: LIMIT }).toString();
    const bearer = await token.get(signal);
    const headers = { authorization: `Bearer ${bearer}`, 'x-ebay-c-marketplace-id': 'EBAY_US' };
    try {
      return await requestJson(url, { headers, schema, signal });
    } catch (error) {
      // A token may be revoked before its time.
      const isDenied = error instanceof SearchError && error.code === '401';
      if (!isDenied || isRetry) throw error;
      token.forget(bearer);
      return ask(query, signal, true);
    }
  }

  return async (query: string, signal: AbortSignal): Promise<Listing[]> => {
    const { itemSummaries } = await ask(query, signal);
    return itemSummaries.map((summary) => ({
      title: summary.title,
      urls: [summary.itemAffiliateWebUrl, summary.itemWebUrl],
      thumbnail: summary.image?.imageUrl,
      price: summary.price && `${summary.price.currency} ${summary.price.value}`,
      store: 'eBay',
      snippet: summary.shortDescription ?? summary.condition,
    }));
  };
}
