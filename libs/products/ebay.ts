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

const tokenReply = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const form = { grant_type: 'client_credentials', scope: 'https://api.ebay.com/oauth/api_scope' };
/** A token is renewed this long before its end, in ms. */
const MARGIN_MS = 60_000;

type Token = { readonly bearer: string; readonly renewAt: number };

/** eBay's application token (OAuth 2 client credentials, RFC 6749 section 4.4), kept until shortly before it expires. */
function applicationToken({ clientId, clientSecret, baseUrl }: EbayOptions, clock: () => Date) {
  const headers = { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
  let kept: Token | undefined;
  /** Shared by all searches that need a token at the moment; aborted with the search that started it. */
  let renewal: Promise<Token> | undefined;

  async function renew(signal: AbortSignal): Promise<Token> {
    const url = new URL('/identity/v1/oauth2/token', baseUrl);
    const { access_token, expires_in } = await requestJson(url, { headers, form, schema: tokenReply, signal });
    return { bearer: access_token, renewAt: clock().getTime() + expires_in * 1000 - MARGIN_MS };
  }

  return {
    /** @throws SearchError */
    async get(signal: AbortSignal): Promise<string> {
      if (kept && clock().getTime() < kept.renewAt) return kept.bearer;
      renewal ??= renew(signal).finally(() => {
        renewal = undefined;
      });
      kept = await renewal;
      return kept.bearer;
    },
    /** Discards a token that eBay no longer accepts. */
    forget(bearer: string): void {
      if (kept?.bearer === bearer) kept = undefined;
    },
  };
}
