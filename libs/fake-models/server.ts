import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { FakeComfyui } from './comfyui.ts';
import { type Answer, CREDENTIALS, type Received, receive, send } from './exchange.ts';
import { FakeFashn } from './fashn.ts';
import { FakeGoogle } from './google.ts';
import { FakeOpenAi } from './openai.ts';
import { FakeReplicate } from './replicate.ts';
import type { BehaviourOf } from './replicate-behaviour.ts';
import { FakeEbay, FakeSerpApi } from './search.ts';

export type FakeModels = Awaited<ReturnType<typeof startFakeModels>>;

type FakeModelsOptions = {
  /** Default 0: any free port. */
  readonly port?: number;
  /** Run time of everything that is made, in ms; default 0. */
  readonly takesMs?: number;
  /** How Replicate treats each create, in place of `takesMs`. */
  readonly behaviour?: BehaviourOf;
};

/** Path in front of ComfyUI's API, as behind a proxy. */
const COMFYUI_PATH = '/comfyui';
const FASHN_PATH = '/fashn';
const GOOGLE_PATH = '/google';
const EXAMPLE_WORKFLOW = fileURLToPath(new URL('../providers/comfyui/example-workflow.json', import.meta.url));

/** Starts stand-ins for what we use of each contract; `stop` closes all connections and may be called twice. */
export async function startFakeModels({
  port = 0,
  takesMs = 0,
  behaviour = () => ({ takesMs }),
}: FakeModelsOptions = {}) {
  const server = createServer().listen({ port, host: '127.0.0.1' });
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replicate = new FakeReplicate(origin, behaviour);
  const openAi = new FakeOpenAi(origin, takesMs);
  const comfyui = new FakeComfyui(takesMs);
  const fashn = new FakeFashn(takesMs);
  const google = new FakeGoogle(takesMs);
  const serpApi = new FakeSerpApi();
  const ebay = new FakeEbay();

  async function handle(received: Received): Promise<Answer> {
    const { pathname } = received.url;
    const route = `${received.method} ${pathname}`;
    if (pathname.startsWith(`${COMFYUI_PATH}/`)) return comfyui.handle(received, pathname.slice(COMFYUI_PATH.length));
    if (pathname.startsWith(`${FASHN_PATH}/`)) return fashn.handle(received, pathname.slice(FASHN_PATH.length));
    if (pathname.startsWith(`${GOOGLE_PATH}/`)) return google.handle(received, pathname.slice(GOOGLE_PATH.length));
    if (/^\/(v1|delivery)\//.test(pathname)) return replicate.handle(received);
    if (pathname.startsWith('/openai/')) return openAi.handle(received);
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
    comfyui,
    fashn,
    google,
    serpApi,
    ebay,
    variables: {
      REPLICATE_BASE_URL: `${origin}/v1`,
      FASHN_BASE_URL: `${origin}${FASHN_PATH}`,
      GOOGLE_BASE_URL: `${origin}${GOOGLE_PATH}/v1beta`,
      SERPAPI_BASE_URL: origin,
      EBAY_BASE_URL: origin,
      ...CREDENTIALS,
    },
    comfyuiVariables: {
      STYLING_PROVIDER: 'comfyui,ondevice',
      COMFYUI_URL: `${origin}${COMFYUI_PATH}`,
      COMFYUI_WORKFLOW: EXAMPLE_WORKFLOW,
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
