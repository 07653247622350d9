import { type Answer, CREDENTIALS, type FakeResponse, type Received } from './exchange.ts';

/** A search API; the outcomes of its next searches can be set, one each; all later ones succeed. */
class ScriptedSearch {
  readonly asked: string[] = [];
  #script: (Answer | 'empty')[] = [];

  script(searches: readonly (Answer | 'empty')[]): void {
    this.#script = [...searches];
    this.asked.length = 0;
  }

  protected answer(query: string, refused: Answer | undefined, found: object, empty: object): Answer {
    this.asked.push(query);
    const next = refused ?? this.#script.shift() ?? { status: 200, body: found };
    return next === 'empty' ? { status: 200, body: empty } : next;
  }
}

/** SerpApi's Google Shopping search. */
export class FakeSerpApi extends ScriptedSearch {
  /** GET /search.json?engine=google_shopping */
  search({ url: { searchParams: parameters } }: Received): Answer {
    const query = parameters.get('q') ?? '';
    const refused = parameters.get('api_key') === CREDENTIALS.SERPAPI_KEY ? undefined : serpApiFaults.invalidKey;
    const empty = { error: "Google hasn't returned any results for this query." };
    return this.answer(query, refused, { shopping_results: shoppingResults(query) }, empty);
  }
}

export const serpApiFaults = {
  invalidKey: {
    status: 401,
    body: { error: 'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key' },
  },
  outOfSearches: { status: 429, body: { error: 'Your account has run out of searches.' } },
  broken: { status: 503, body: { error: 'Service unavailable' } },
} as const satisfies Record<string, FakeResponse>;

/** Valid results, and some that must not reach a client unchanged. */
function shoppingResults(query: string): object[] {
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
  const ofCaller = `https://serpapi.com/search.json?engine=google_product&api_key=${CREDENTIALS.SERPAPI_KEY}`;
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

const { EBAY_CLIENT_ID, EBAY_CLIENT_SECRET } = CREDENTIALS;
const BASIC = `Basic ${Buffer.from(`${EBAY_CLIENT_ID}:${EBAY_CLIENT_SECRET}`).toString('base64')}`;

/** eBay's Browse API with its application tokens. */
export class FakeEbay extends ScriptedSearch {
  /** Number of tokens issued; the last one is valid. */
  tokens = 0;

  /** POST /identity/v1/oauth2/token */
  token({ headers, body }: Received): Answer {
    const form = new URLSearchParams(body.toString());
    const isGrant = form.get('grant_type') === 'client_credentials' && form.get('scope');
    if (headers.authorization !== BASIC || !isGrant) return { status: 401, body: { error: 'invalid_client' } };
    return { status: 200, body: { access_token: `application-token-${++this.tokens}`, expires_in: 7200 } };
  }

  /** GET /buy/browse/v1/item_summary/search */
  search({ url, headers }: Received): Answer {
    const query = url.searchParams.get('q') ?? '';
    const isValid = this.tokens > 0 && headers.authorization === `Bearer application-token-${this.tokens}`;
    const refused = isValid ? undefined : ebayFaults.invalidToken;
    return this.answer(query, refused, { itemSummaries: summaries(query) }, { total: 0 });
  }
}

export const ebayFaults = {
  invalidToken: { status: 401, body: { errors: [{ errorId: 1001, message: 'Invalid access token' }] } },
} as const satisfies Record<string, FakeResponse>;

function summaries(query: string): object[] {
  const item = (number: number, more: object = {}) => ({
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
