import type { Answer, FakeResponse, Received } from './exchange.ts';

type Outcome = Answer | 'empty' | 'ok';

/** A search API; its next outcomes can be set. */
class ScriptedSearch {
  /** Queries received. */
  readonly asked: string[] = [];
  #script: Outcome[] = [];

  /** Sets the outcome of the next searches, one each; all later ones succeed. */
  script(searches: readonly Outcome[]): void {
    this.#script = [...searches];
    this.asked.length = 0;
  }

  protected next(): Outcome {
    return this.#script.shift() ?? 'ok';
  }
}

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
    const next = this.next();
    const search_metadata = { id: '64f1c2', status: 'Success' };
    if (next === 'empty') {
      const error = "Google hasn't returned any results for this query.";
      return { status: 200, body: { search_metadata, error } };
    }
    if (next !== 'ok') return next;
    return { status: 200, body: { search_metadata, shopping_results: shoppingResults(query, this.#key) } };
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

/** Valid results, and some that must not reach a client unchanged. */
function shoppingResults(query: string, key: string): object[] {
  const result = (position: number, more: object = {}) => ({
    position,
    title: `${query}, no. ${position}`,
    product_link: `https://www.google.com/shopping/product/${position}`,
    link: `https://store.example/${position}`,
    source: 'Example Store',
    price: `$${49 + position}.00`,
    snippet: `A fine ${query}`,
    thumbnail: `https://images.example/${position}.jpg`,
    ...more,
  });
  const ofCaller = `https://serpapi.com/search.json?engine=google_product&api_key=${key}`;
  return [
    result(1),
    result(1, { title: 'The same again' }),
    result(10, { link: ofCaller, product_link: ofCaller }),
    result(2, { thumbnail: 'data:image/png;base64,iVBORw0KGgo=' }),
    result(3, { link: 'javascript:alert(1)', product_link: 'http://127.0.0.1:9/' }),
    result(4, { title: undefined }),
    result(5, { link: undefined, snippet: undefined, extensions: ['Free delivery', 'Sale'] }),
    result(6, { thumbnail: 'http://images.internal/6.jpg' }),
    result(7),
    result(8),
  ];
}

/** eBay's Browse API with its application tokens. */
export class FakeEbay extends ScriptedSearch {
  /** Number of tokens issued. */
  tokens = 0;
  readonly #basic: string;

  constructor(clientId: string, clientSecret: string) {
    super();
    this.#basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  /** Invalidates all tokens issued so far. */
  revokeTokens(): void {
    this.tokens++;
  }

  /** POST /identity/v1/oauth2/token */
  token({ headers, body }: Received): Answer {
    const form = new URLSearchParams(body.toString());
    if (headers.authorization !== this.#basic) return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('grant_type') !== 'client_credentials' || !form.get('scope')) {
      return { status: 400, body: { error: 'invalid_request' } };
    }
    this.tokens++;
    return { status: 200, body: { access_token: this.#current(), expires_in: 7200 } };
  }

  /** GET /buy/browse/v1/item_summary/search */
  search({ url, headers }: Received): Answer {
    const query = url.searchParams.get('q') ?? '';
    this.asked.push(query);
    if (headers.authorization !== `Bearer ${this.#current()}` || this.tokens === 0) return ebayFaults.invalidToken;
    const next = this.next();
    if (next === 'empty') return { status: 200, body: { total: 0, limit: 5, offset: 0 } };
    if (next !== 'ok') return next;
    const itemSummaries = summaries(query).slice(0, Number(url.searchParams.get('limit') ?? 50));
    return { status: 200, body: { total: itemSummaries.length, itemSummaries } };
  }

  #current(): string {
    return `application-token-${this.tokens}`;
  }
}

const fault = (status: number, errorId: number, message: string): FakeResponse => ({
  status,
  body: { errors: [{ errorId, message }] },
});

/** eBay's error responses. */
export const ebayFaults = {
  invalidToken: fault(401, 1001, 'Invalid access token'),
  tooMany: fault(429, 2001, 'Too many requests.'),
  broken: fault(500, 12000, 'Internal error.'),
};

function summaries(query: string): object[] {
  const item = (number: number, more: object = {}) => ({
    itemId: `v1|${number}|0`,
    title: `${query} (${number})`,
    itemWebUrl: `https://www.ebay.com/itm/${number}`,
    image: { imageUrl: `https://i.ebayimg.com/images/g/${number}/s-l225.jpg` },
    price: { value: `${20 + number}.50`, currency: 'USD' },
    condition: 'New with tags',
    ...more,
  });
  return [
    item(1, { itemAffiliateWebUrl: 'https://www.ebay.com/itm/1?campid=1' }),
    item(2, { itemWebUrl: 'javascript:alert(1)' }),
    item(3, { price: undefined, image: undefined }),
    item(4, { shortDescription: `A used ${query}`, condition: undefined }),
  ];
}
