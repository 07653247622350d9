import { expect } from 'vitest';
import type { GatewayDependencies } from '../dependencies.ts';
import type { RunningGateway } from '../service.ts';
import { invite } from './sign-in.ts';

/** A response. */
export type Answer = {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of many shapes.
  readonly body: any;
  readonly setCookie: string | null;
};
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A browser with a page of the portal, without its pages: it keeps the session's cookie and says where its requests come from. */
export type Browser = {
  readonly origin: string;
  /** `name=value` of the session's cookie; undefined without one. */
  cookie: string | undefined;
  /** Asks as the page does. @param headers undefined: one that the page would send is left out */
  ask(method: Method, path: string, body?: object, headers?: Record<string, string | undefined>): Promise<Answer>;
  /** The portal's own endpoints. @param path below `/portal/api` */
  portal(method: Method, path: string, body?: object): Promise<Answer>;
};

/** Opens one on a gateway. */
export function openBrowser({ port }: Pick<RunningGateway, 'port'>): Browser {
  const origin = `http://localhost:${port}`;
  const browser: Browser = {
    origin,
    cookie: undefined,
    async ask(method, path, body, headers = {}) {
      const sent = {
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && { origin }),
        ...(browser.cookie && { cookie: `theme=dark; ${browser.cookie}` }),
        ...(body && { 'content-type': 'application/json' }),
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...headers,
      };
      const given = Object.entries(sent).filter((header): header is [string, string] => header[1] !== undefined);
      const response = await fetch(origin + path, {
        method,
        headers: Object.fromEntries(given),
        ...(body && { body: JSON.stringify(body) }),
      });
      const setCookie = response.headers.get('set-cookie');
      if (setCookie) browser.cookie = /Max-Age=0/.test(setCookie) ? undefined : setCookie.split(';')[0];
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text), setCookie };
    },
    portal: (method, path, body) => browser.ask(method, `/portal/api${path}`, body),
  };
  return browser;
}

/** The token of a new invitation of a user. */
export const invitationFor = async (deps: GatewayDependencies, user_id: string): Promise<string> =>
  (await invite(deps, user_id, 'http://localhost')).link.split('#token=')[1] ?? '';

/** Opens a browser on a gateway, and signs in by an invitation. */
export async function signedInBrowser(
  deps: GatewayDependencies,
  gateway: Pick<RunningGateway, 'port'>,
  user_id: string,
): Promise<Browser> {
  const browser = openBrowser(gateway);
  const { status } = await browser.portal('POST', '/session', { token: await invitationFor(deps, user_id) });
  expect(status).toBe(200);
  return browser;
}

/** The answer of a request that is refused. */
export const refusal = (status: number, code: string) => ({ status, body: { code } });
