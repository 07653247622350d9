import { type CallOptions, connectAttempts } from '@styling/providers';
import { z } from 'zod';
import { type Listing, listings } from './to-products.ts';

/** A search API failed. The message is our own, without URL, key or text of the vendor. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
  /** The HTTP status, or a word for what happened: `timeout`, `unreadable`, a code of the system. */
  readonly code: string;

  constructor(code: string) {
    super(`no usable answer (${code})`);
    this.code = code;
  }
}

type JsonRequest = Pick<CallOptions, 'headers'> & {
  readonly signal: AbortSignal;
  /** Sent by POST as a form; without it the request is a GET. */
  readonly form?: Readonly<Record<string, string>>;
};

/** Limits a response, in bytes. Thumbnails may be data URIs. */
const { attempt } = connectAttempts(4 * 1024 * 1024);
/** Beyond the time of any search, in ms: `signal` ends a request. */
const TIMEOUT_MS = 60_000;

/** One request without redirects or retries; no error quotes the URL, which may hold a key. @throws SearchError */
export async function requestJson<Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  { headers, form, signal }: JsonRequest,
): Promise<z.output<Schema>> {
  const reply = await attempt(url, {
    method: form ? 'POST' : 'GET',
    headers: { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
    body: form && new URLSearchParams(form).toString(),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (reply.outcome !== 'answered') {
    const { cause } = reply;
    if (signal.aborted) throw new SearchError('timeout');
    throw new SearchError(cause instanceof Error && 'code' in cause ? String(cause.code) : 'no connection');
  }
  if (reply.status !== 200) throw new SearchError(String(reply.status));
  const { success, data } = schema.safeParse(reply.body);
  if (!success || reply.body === undefined) throw new SearchError('unreadable');
  return data;
}

const shoppingReply = z.object({
  shopping_results: listings({
    title: z.unknown(),
    link: z.unknown(),
    product_link: z.unknown(),
    thumbnail: z.unknown(),
    price: z.unknown(),
    source: z.unknown(),
    snippet: z.unknown(),
    extensions: z.array(z.string()).optional().catch(undefined),
  }),
});

/** Searches Google Shopping by SerpApi; no results are a 200 with an `error`. @throws SearchError */
export async function searchSerpApi(key: string, baseUrl: string, query: string, signal: AbortSignal) {
  const url = new URL('/search.json', baseUrl);
  // Without direct_link many results have no address but a page of Google's.
  const parameters = { engine: 'google_shopping', q: query, gl: 'us', hl: 'en', direct_link: 'true', api_key: key };
  url.search = new URLSearchParams(parameters).toString();
  const { shopping_results } = await requestJson(url, shoppingReply, { signal });
  return shopping_results.map(
    ({ link, product_link, source, snippet, extensions, ...result }): Listing => ({
      ...result,
      urls: [link, product_link],
      store: source,
      snippet: snippet ?? extensions?.join(', '),
    }),
  );
}

const summariesReply = z.object({
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
export function connectEbay(clientId: string, clientSecret: string, baseUrl: string, clock: () => Date) {
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let token: Promise<string> | undefined;
  let renewAt = Number.POSITIVE_INFINITY;

  async function renew(signal: AbortSignal): Promise<string> {
    const url = new URL('/identity/v1/oauth2/token', baseUrl);
    const headers = { authorization: basic };
    renewAt = Number.POSITIVE_INFINITY;
    const asked = requestJson(url, tokenReply, { headers, form, signal });
    const { access_token, expires_in } = await asked.catch((error) => {
      token = undefined;
      throw error;
    });
    renewAt = clock().getTime() + expires_in * 1000 - MARGIN_MS;
    return access_token;
  }

  async function ask(query: string, signal: AbortSignal, isRetry = false): Promise<z.output<typeof summariesReply>> {
    const url = new URL('/buy/browse/v1/item_summary/search', baseUrl);
    url.search = new URLSearchParams({ q: query, limit: LIMIT }).toString();
    if (!token || clock().getTime() >= renewAt) token = renew(signal);
    const used = token;
    const headers = { authorization: `Bearer ${await used}`, 'x-ebay-c-marketplace-id': 'EBAY_US' };
    try {
      return await requestJson(url, summariesReply, { headers, signal });
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
