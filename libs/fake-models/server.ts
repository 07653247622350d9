import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type Received, receive, send } from './exchange.ts';
import type { OpenAiBehaviour } from './openai/behaviour.ts';
import { FakeOpenAi } from './openai/fake-openai.ts';
import type { Behaviour, BehaviourOf } from './replicate/behaviour.ts';
import { FakeReplicate } from './replicate/fake-replicate.ts';
import { FakeEbay } from './search/ebay.ts';
import { FakeSerpApi } from './search/serpapi.ts';

/** Stand-ins for the external services, on one loopback port. */
export type FakeModels = Awaited<ReturnType<typeof startFakeModels>>;

export type FakeModelsOptions = {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default behaviour of creates without a script. */
  readonly behaviour?: Behaviour | BehaviourOf;
  /** Default behaviour of OpenAI's API without a script. */
  readonly openAiBehaviour?: OpenAiBehaviour;
};

/** Credentials the stand-ins accept. */
const CREDENTIALS = {
  REPLICATE_API_TOKEN: 'r8_fake',
  SERPAPI_KEY: 'serpapi-fake',
  EBAY_CLIENT_ID: 'ebay-fake',
  EBAY_CLIENT_SECRET: 'ebay-fake-secret',
};

/**
 * Starts stand-ins for Replicate, servers of OpenAI's API, SerpApi and eBay that implement the part of their contracts we use. `variables` are the
 * environment variables that point a service at them (those of OpenAI's API are `openAi.variables(server)`); `stop` closes all connections and may be called twice.
 */
export async function startFakeModels({ port = 0, behaviour = {}, openAiBehaviour }: FakeModelsOptions = {}) {
  const server = createServer();
  server.listen({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replicate = new FakeReplicate(origin, CREDENTIALS.REPLICATE_API_TOKEN, behaviour);
  const openAi = new FakeOpenAi(origin, openAiBehaviour);
  const serpApi = new FakeSerpApi(CREDENTIALS.SERPAPI_KEY);
  const ebay = new FakeEbay(CREDENTIALS.EBAY_CLIENT_ID, CREDENTIALS.EBAY_CLIENT_SECRET);

  async function handle(received: Received): Promise<Answer> {
    const { pathname } = received.url;
    const route = `${received.method} ${pathname}`;
    if (pathname.startsWith('/v1/')) return replicate.handle(received);
    if (pathname.startsWith('/openai/')) return openAi.handle(received);
    if (route.startsWith('GET /delivery/')) return replicate.files.download(pathname.slice('/delivery/'.length));
    if (route === 'GET /search.json') return serpApi.search(received);
    if (route === 'POST /identity/v1/oauth2/token') return ebay.token(received);
    if (route === 'GET /buy/browse/v1/item_summary/search') return ebay.search(received);
    return { status: 404, body: { error: 'Not found' } };
  }
  server.on('request', async (request, response) => {
    try {
      send(response, await handle(await receive(request, response, origin)));
    } catch (error) {
      // Errors of disconnected clients are expected; anything else is a bug.
      if (!request.destroyed) console.error(error);
      send(response, 'reset');
    }
  });

  return {
    replicate,
    openAi,
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
