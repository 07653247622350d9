import type { Answer, FakeResponse, Received } from '../exchange.ts';
import { ScriptedSearch } from './scripted-search.ts';

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
    if (headers.authorization !== this.#basic) {
      return { status: 401, body: { error: 'invalid_client', error_description: 'client authentication failed' } };
    }
    if (form.get('grant_type') !== 'client_credentials' || !form.get('scope')) {
      return { status: 400, body: { error: 'invalid_request', error_description: 'grant_type or scope is missing' } };
    }
    this.tokens++;
    return {
      status: 200,
      body: { access_token: this.#current(), expires_in: 7200, token_type: 'Application Access Token' },
    };
  }

  /** GET /buy/browse/v1/item_summary/search */
  search({ url, headers }: Received): Answer {
    const query = url.searchParams.get('q') ?? '';
    this.asked.push(query);
    if (headers.authorization !== `Bearer ${this.#current()}` || this.tokens === 0) return ebayFaults.invalidToken;
    const next = this.next();
    if (next === 'empty') return { status: 200, body: { total: 0, limit: 5, offset: 0 } };
    if (next !== 'ok') return next;
    const limit = Number(url.searchParams.get('limit') ?? 50);
    const itemSummaries = summaries(query).slice(0, limit);
    return { status: 200, body: { total: itemSummaries.length, limit, offset: 0, itemSummaries } };
  }

  #current(): string {
    return `application-token-${this.tokens}`;
  }
}

const fault = (status: number, errorId: number, domain: string, message: string): FakeResponse => ({
  status,
  body: { errors: [{ errorId, domain, category: status < 500 ? 'REQUEST' : 'APPLICATION', message }] },
});

/** eBay's error responses. */
export const ebayFaults = {
  invalidToken: fault(401, 1001, 'OAuth', 'Invalid access token'),
  tooMany: fault(429, 2001, 'ACCESS', 'Too many requests.'),
  broken: fault(500, 12000, 'API_BROWSE', 'Internal error.'),
};

function summaries(query: string): object[] {
  const item = (number: number, more: object = {}) => ({
    itemId: `v1|${number}|0`,
    title: `${query} (${number})`,
    itemWebUrl: `https://www.ebay.com/itm/${number}`,
    image: { imageUrl: `https://i.ebayimg.com/images/g/${number}/s-l225.jpg` },
    price: { value: `${20 + number}.50`, currency: 'USD' },
    seller: { username: 'example-seller' },
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
