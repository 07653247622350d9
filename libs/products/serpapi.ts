import { z } from 'zod';
import { requestJson } from './request-json.ts';
import { type Listing, listings } from './to-products.ts';

export type SerpApiOptions = { readonly key: string; readonly baseUrl: string };

const schema = z.object({
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
export async function searchSerpApi(
  { key, baseUrl }: SerpApiOptions,
  query: string,
  signal: AbortSignal,
): Promise<Listing[]> {
  const url = new URL('/search.json', baseUrl);
  // Without direct_link many results have no address but a page of Google's.
  const parameters = { engine: 'google_shopping', q: query, gl: 'us', hl: 'en', direct_link: 'true', api_key: key };
  url.search = new URLSearchParams(parameters).toString();
  const { shopping_results } = await requestJson(url, { schema, signal });
  return shopping_results.map(({ link, product_link, source, snippet, extensions, ...result }) => ({
    ...result,
    urls: [link, product_link],
    store: source,
    snippet: snippet ?? extensions?.join(', '),
  }));
}
