import type { Answer, Exchange, Fault } from '../exchange.ts';

/** eBay's Browse API with its application tokens. */
export class FakeEbay {
  /** Queries received. */
  readonly asked: string[] = [];
  /** Number of tokens issued. */
  tokens = 0;
  readonly #basic: string;
  #script: (Fault | 'empty' | 'ok')[] = [];

  constructor(clientId: string, clientSecret: string) {
    this.#basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  }

  /** Sets the outcome of the next searches, one each; all later ones succeed. */
  script(searches: readonly (Fault | 'empty' | 'ok')[]): void {
    this.#script = [...searches];
    this.asked.length = 0;
  }

  /** Invalidates all tokens issued so far. */
  revokeTokens(): void {
    this.tokens++;
  }

  /** POST /identity/v1/oauth2/token */
  async token(exchange: Exchange): Promise<Answer> {
    const form = new URLSearchParams((await exchange.body()).toString());
    if (exchange.header('authorization') !== this.#basic) {
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
  search(exchange: Exchange): Answer {
    const query = exchange.url.searchParams.get('q') ?? '';
    this.asked.push(query);
    if (exchange.header('authorization') !== `Bearer ${this.#current()}` || this.tokens === 0) {
      return ebayFaults.invalidToken;
    }
    const next = this.#script.shift() ?? 'ok';
    if (next === 'empty') return { status: 200, body: { total: 0, limit: 5, offset: 0 } };
    if (next !== 'ok') return next;
    const limit = Number(exchange.url.searchParams.get('limit') ?? 50);
    const itemSummaries = summaries(query).slice(0, limit);
    return { status: 200, body: { total: itemSummaries.length, limit, offset: 0, itemSummaries } };
  }

  #current(): string {
    return `application-token-${this.tokens}`;
  }
}

/** eBay's error responses. */
export const ebayFaults = {
  invalidToken: {
    status: 401,
    body: { errors: [{ errorId: 1001, domain: 'OAuth', category: 'REQUEST', message: 'Invalid access token' }] },
  },
  tooMany: {
    status: 429,
    body: { errors: [{ errorId: 2001, domain: 'ACCESS', category: 'REQUEST', message: 'Too many requests.' }] },
  },
  broken: {
    status: 500,
    body: { errors: [{ errorId: 12000, domain: 'API_BROWSE', category: 'APPLICATION', message: 'Internal error.' }] },
  },
} as const satisfies Record<string, Fault>;

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
