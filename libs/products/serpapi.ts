import { z } from 'zod';
import { requestJson } from './request-json.ts';
import { SearchError } from './search-error.ts';
import type { Listing } from './to-products.ts';

export type SerpApiOptions = { readonly key: string; readonly baseUrl: string };

const anything = z.unknown().optional();
const row = z.object({
  title: anything,
  link: anything,
  product_link: anything,
  thumbnail: anything,
  price: anything,
  source: anything,
  snippet: anything,
  extensions: z.array(z.string()).optional().catch(undefined),
});
const answer = z.object({ shopping_results: z.array(z.unknown()).optional() });

/**
 * Google Shopping by SerpApi (`engine=google_shopping`). No results come as a 200 with an `error`.
 *
 * @throws SearchError
 */
export async function searchSerpApi(
  { key, baseUrl }: SerpApiOptions,
  query: string,
  signal: AbortSignal,
): Promise<Listing[]> {
  const url = new URL('/search.json', baseUrl);
  // Without direct_link many results have no address but a page of Google's.
  const parameters = { engine: 'google_shopping', q: query, gl: 'us', hl: 'en', direct_link: 'true', api_key: key };
  url.search = new URLSearchParams(parameters).toString();
  const parsed = answer.safeParse(await requestJson(url, { signal }));
  if (!parsed.success) throw new SearchError('unreadable');
  return (parsed.data.shopping_results ?? []).flatMap((result) => {
    const { success, data } = row.safeParse(result);
    if (!success) return [];
    const { title, link, product_link, thumbnail, price, source, snippet, extensions = [] } = data;
    return [
      {
        ...{ title, thumbnail, price },
        urls: [link, product_link],
        store: source,
        snippet: snippet ?? extensions.join(', '),
      },
    ];
  });
}
