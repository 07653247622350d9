import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What a shop's server needs to have its visitors dressed. */
export type Shop = {
  /** Address of the service. */
  readonly stylingUrl: string;
  /** The shop's key, which stays on the server. */
  readonly apiKey: string;
  /** HTML of the page with the element. */
  readonly page: string;
};

/** What the element calls, and no more: a visitor can list nothing, and manage nothing. */
const ALLOWED = [
  /^GET \/portal\/(page|examples)\//,
  /^POST \/try_on_outfit$/,
  /^GET \/jobs\/req_[0-9a-f]{24}(\/events|\/response)?(\?|$)/,
  /^POST \/jobs\/req_[0-9a-f]{24}\/cancel$/,
  /^GET \/images\/img_[0-9a-f]{24}$/,
];
/** Headers of a request that are passed on. */
const PASSED = ['accept', 'content-type', 'idempotency-key', 'prefer', 'last-event-id'];
const COOKIE = 'shop_visit';

/**
 * An example of a page that embeds `<styling-try-on>`: a shop's server with sessions of its own that passes calls on to the service, with
 * the shop's key, for visitors of its page only. A real shop bounds what one visitor may do: the key's limit of the day is for all of them.
 */
export function shopServer({ stylingUrl, apiKey, page }: Shop): Server {
  const visits = new Set<string>();

  const showPage = (response: ServerResponse): void => {
    const visit = randomBytes(16).toString('base64url');
    visits.add(visit);
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Set-Cookie': `${COOKIE}=${visit}; HttpOnly; SameSite=Strict; Path=/`,
    });
    response.end(page);
  };

  const pass = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const left = new AbortController();
    response.once('close', () => left.abort());
    const hasBody = request.method === 'POST';
    const headers = PASSED.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : []));
    const answer = await fetch(stylingUrl + path, {
      method: request.method ?? 'GET',
      headers: { ...Object.fromEntries(headers), 'x-api-key': apiKey },
      signal: left.signal,
      ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const }),
    });
    // What was compressed is not any more.
    const { 'content-encoding': _, 'content-length': __, ...rest } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, rest);
    if (answer.body) await pipeline(Readable.fromWeb(answer.body), response);
    else response.end();
  };

  const visitOf = (request: IncomingMessage) =>
    new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';

  return createServer((request, response) => {
    const { method, url = '/' } = request;
    if (method === 'GET' && url === '/') return showPage(response);
    const path = url.startsWith('/styling/') ? url.slice('/styling'.length) : '';
    const isAllowed = ALLOWED.some((pattern) => pattern.test(`${method} ${path}`));
    if (!isAllowed) return response.writeHead(404).end();
    if (!path.startsWith('/portal/') && !visits.has(visitOf(request))) return response.writeHead(403).end();
    pass(request, response, path).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  });
}
