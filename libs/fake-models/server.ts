import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, Exchange } from './exchange.ts';
import type { Behaviour, BehaviourOf } from './replicate/behaviour.ts';
import { FakeReplicate } from './replicate/fake-replicate.ts';
import { FakeEbay } from './search/ebay.ts';
import { FakeSerpApi } from './search/serpapi.ts';

/** Stand-ins of the outside services, on one port of loopback. */
export type FakeModels = {
  readonly replicate: FakeReplicate;
  readonly serpApi: FakeSerpApi;
  readonly ebay: FakeEbay;
  /** Variables that point a service at them. */
  readonly variables: Readonly<Record<FakeVariable, string>>;
  /** Cuts off whatever still runs; once is enough. */
  stop(): Promise<void>;
};

export type FakeVariable =
  | 'REPLICATE_BASE_URL'
  | 'REPLICATE_API_TOKEN'
  | 'SERPAPI_BASE_URL'
  | 'SERPAPI_KEY'
  | 'EBAY_BASE_URL'
  | 'EBAY_CLIENT_ID'
  | 'EBAY_CLIENT_SECRET';

export type FakeModelsOptions = {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** What a create comes to when no script says otherwise. */
  readonly behaviour?: Behaviour | BehaviourOf;
};

/** What the stand-ins take for credentials; none of them opens anything else. */
const CREDENTIALS = {
  REPLICATE_API_TOKEN: 'r8_fake',
  SERPAPI_KEY: 'serpapi-fake',
  EBAY_CLIENT_ID: 'ebay-fake',
  EBAY_CLIENT_SECRET: 'ebay-fake-secret',
};

/** Starts stand-ins of Replicate, SerpApi and eBay that keep the contracts of the real ones as far as they are used. */
export async function startFakeModels({ port = 0, behaviour = {} }: FakeModelsOptions = {}): Promise<FakeModels> {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replicate = new FakeReplicate(origin, CREDENTIALS.REPLICATE_API_TOKEN, behaviour);
  const serpApi = new FakeSerpApi(CREDENTIALS.SERPAPI_KEY);
  const ebay = new FakeEbay(CREDENTIALS.EBAY_CLIENT_ID, CREDENTIALS.EBAY_CLIENT_SECRET);

  async function handle(exchange: Exchange): Promise<Answer> {
    const route = `${exchange.method} ${exchange.url.pathname}`;
    if (exchange.url.pathname.startsWith('/v1/')) return replicate.handle(exchange);
    if (route.startsWith('GET /delivery/')) return replicate.files.send(route.slice('GET /delivery/'.length));
    if (route === 'GET /search.json') return serpApi.handle(exchange);
    if (route === 'POST /identity/v1/oauth2/token') return ebay.token(exchange);
    if (route === 'GET /buy/browse/v1/item_summary/search') return ebay.search(exchange);
    return { status: 404, body: { error: 'Not found' } };
  }
  server.on('request', (request, response) => {
    const exchange = new Exchange(request, response, origin);
    handle(exchange).then(
      (answer) => exchange.answer(answer),
      (error) => {
        // A client that hung up is no fault of this server; anything else shall be seen.
        if (!request.destroyed) console.error(error);
        exchange.answer('reset');
      },
    );
  });

  return {
    replicate,
    serpApi,
    ebay,
    variables: {
      REPLICATE_BASE_URL: `${origin}/v1`,
      SERPAPI_BASE_URL: origin,
      EBAY_BASE_URL: origin,
      ...CREDENTIALS,
    },
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
