import { z } from 'zod';
import { requestJson, SearchError } from './request-json.ts';
import { type Listing, listings } from './to-products.ts';

export type EbayOptions = { readonly clientId: string; readonly clientSecret: string; readonly baseUrl: string };

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

const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const form = { grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' };
const MARGIN_MS = 60_000;

/** Searches eBay's Browse API with a shared application token (RFC 6749 section 4.4). Searches throw SearchErrors. */
export function connectEbay({ clientId, clientSecret, baseUrl }: EbayOptions, clock: () => Date) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let token: Promise<string> | undefined;
  let renewAt = Number.POSITIVE_INFINITY;

  async function renew(signal: AbortSignal): Promise<string> {
    const url = new URL('/identity/v1/oauth2/token', baseUrl);
    const headers = { authorization: basic };
    renewAt = Number.POSITIVE_INFINITY;
    try {
      const { access_token, expires_in } = await requestJson(url, { headers, form, schema: tokenReply, signal });
      renewAt = clock().getTime() + expires_in * 1000 - MARGIN_MS;
      return access_token;
    } catch (error) {
      token = undefined;
      throw error;
    }
  }

  async function ask(query: string, signal: AbortSignal, isRetry = false): Promise<z.output<typeof schema>> {
    const url = new URL('/buy/browse/v1/item_summary/search', baseUrl);
    url.search = new URLSearchParams({ q: query, limit: LIMIT }).toString();
    if (!token || clock().getTime() >= renewAt) token = renew(signal);
    const used = token;
    const headers = { authorization: `Bearer ${await used}`, 'x-ebay-c-marketplace-id': 'EBAY_US' };
    try {
      return await requestJson(url, { headers, schema, signal });
    } catch (error) {
      // A token may be revoked before its time.
      const isDenied = error instanceof SearchError && error.code === '401';
      if (!isDenied || isRetry) throw error;
      if (token === used) token = undefined;
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
