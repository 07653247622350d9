import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, Exchange } from './exchange.ts';
import type { Behaviour, BehaviourOf } from './replicate/behaviour.ts';
import { FakeReplicate } from './replicate/fake-replicate.ts';
import { FakeEbay } from './search/ebay.ts';
import { FakeSerpApi } from './search/serpapi.ts';

/** Stand-ins for the external services, on one loopback port. */
export type FakeModels = {
  readonly replicate: FakeReplicate;
  readonly serpApi: FakeSerpApi;
  readonly ebay: FakeEbay;
  /** Environment variables that point a service at them. */
  readonly variables: Readonly<
    Record<`${'REPLICATE' | 'SERPAPI' | 'EBAY'}_BASE_URL` | keyof typeof CREDENTIALS, string>
  >;
  /** Stops the server and closes all connections. Idempotent. */
  stop(): Promise<void>;
};

export type FakeModelsOptions = {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default behaviour of creates without a script. */
  readonly behaviour?: Behaviour | BehaviourOf;
};

/** Credentials the stand-ins accept. */
const CREDENTIALS = {
  REPLICATE_API_TOKEN: 'r8_fake',
  SERPAPI_KEY: 'serpapi-fake',
  EBAY_CLIENT_ID: 'ebay-fake',
  EBAY_CLIENT_SECRET: 'ebay-fake-secret',
};

/** Starts stand-ins for Replicate, SerpApi and eBay that implement the part of their contracts we use. */
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
        // Errors of disconnected clients are expected; anything else is a bug.
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
