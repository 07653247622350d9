import type { Answer, FakeResponse, Received } from '../exchange.ts';
import { ScriptedSearch } from './scripted-search.ts';

/** SerpApi's Google Shopping search. */
export class FakeSerpApi extends ScriptedSearch {
  readonly #key: string;

  constructor(key: string) {
    super();
    this.#key = key;
  }

  /** GET /search.json?engine=google_shopping */
  search({ url: { searchParams: parameters } }: Received): Answer {
    const query = parameters.get('q') ?? '';
    this.asked.push(query);
    if (parameters.get('api_key') !== this.#key) return serpApiFaults.invalidKey;
    if (!query) return { status: 400, body: { error: 'Missing query `q` parameter.' } };
    const next = this.next();
    const search_metadata = { id: '64f1c2', status: 'Success' };
    if (next === 'empty') {
      const error = "Google hasn't returned any results for this query.";
      return { status: 200, body: { search_metadata, error } };
    }
    if (next !== 'ok') return next;
    const shopping_results = shoppingResults(query, this.#key);
    return { status: 200, body: { search_metadata, search_parameters: { q: query }, shopping_results } };
  }
}

/** SerpApi's error responses. */
export const serpApiFaults = {
  invalidKey: {
    status: 401,
    body: { error: 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key' },
  },
  outOfSearches: { status: 429, body: { error: 'Your account has run out of searches.' } },
  broken: { status: 503, body: { error: 'Service unavailable' } },
} as const satisfies Record<string, FakeResponse>;

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Valid results, and some of each kind that must not reach a client unchanged. */
function shoppingResults(query: string, key: string): object[] {
  const result = (position: number, more: object) => ({
    position,
    title: `${query}, no. ${position}`,
    product_link: `https://www.google.com/shopping/product/${position}`,
    source: 'Example Store',
    price: `$${49 + position}.00`,
    extracted_price: 49 + position,
    snippet: `A fine ${query}`,
    thumbnail: `https://images.example/${position}.jpg`,
    ...more,
  });
  const ofCaller = `https://serpapi.com/search.json?engine=google_product&api_key=${key}`;
  return [
    result(1, { link: 'https://store.example/1' }),
    result(1, { link: 'https://store.example/1', title: 'The same again' }),
    result(10, { link: ofCaller, product_link: ofCaller }),
    result(2, { link: 'https://store.example/2', thumbnail: PIXEL }),
    result(3, { link: 'javascript:alert(1)', product_link: 'javascript:alert(2)' }),
    result(11, { link: 'http://127.0.0.1:9/', product_link: 'http://[::ffff:10.0.0.1]/' }),
    result(4, { link: 'https://store.example/4', title: undefined }),
    result(5, { snippet: undefined, extensions: ['Free delivery', 'Sale'] }),
    result(6, { link: 'https://store.example/6', thumbnail: 'http://images.internal/6.jpg' }),
    ...[7, 8, 9].map((position) => result(position, { link: `https://store.example/${position}` })),
  ];
}
