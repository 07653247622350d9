import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { failureOf as classify } from './failure.ts';
import { anywhere, type FetchOptions, fetchImage, isPublicAddress, type Resolve, type UrlPolicy } from './index.ts';

const file = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7) % 256));
const loopback = { address: '127.0.0.1', family: 4 };
/** An address the rules take for public, in a part of the IPv6 space that is assigned to nobody. */
const nowhere = { address: '2000::1', family: 6 };

/** Listens on a free port until the test ends; returns the port. */
async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const serve = async (handle: RequestListener, host = '127.0.0.1'): Promise<string> => {
  const server = createServer(handle);
  onTestFinished(() => server.closeAllConnections());
  return `http://${host}:${await listen(server, host)}/secret-path`;
};

const fetched = async (url: string, options: Partial<FetchOptions> = {}) =>
  Buffer.from(await fetchImage(url, { field: 'image_url', policy: anywhere, retryPauseMs: 5, ...options }));

/** The code and details of a failed fetch, of which neither shows anything of the address. */
async function failureOf(url: string, options: Partial<FetchOptions> = {}) {
  const error = await fetched(url, options).then(
    () => expect.fail('fetched'),
    (error) => error,
  );
  expect(`${error.message} ${error.details}`).not.toMatch(/127\.0\.0\.1|secret|example|http:\/\//);
  return { code: error.code as string, details: error.details };
}
const codeOf = async (url: string, options: Partial<FetchOptions> = {}) => (await failureOf(url, options)).code;
const unreachable = (details: string) => ({ code: 'unreachable_url', details });
const unavailable = (details: string) => ({ code: 'url_unavailable', details });

/** Answers as each handler in turn, and as the last one from then on. */
const inTurn =
  (...handlers: RequestListener[]): RequestListener =>
  (...exchange) =>
    (handlers.length > 1 ? handlers.shift() : handlers[0])?.(...exchange);
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(code, headers).end();
const send: RequestListener = (_, response) => void response.end(file);
const cutShort: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());

describe('fetchImage', () => {
  test('given a file, then its bytes are returned, and the request reveals nothing about the client', async () => {
    let seen: Record<string, unknown> = {};
    const url = await serve((request, response) => {
      seen = request.headers;
      response.end(file);
    });
    expect(Buffer.compare(await fetched(url), file)).toBe(0);
    expect(Object.keys(seen).sort()).toEqual(['accept', 'connection', 'host', 'user-agent']);
  });

  test('given a name, then it is resolved once and the checked address is connected to', async () => {
    const origin = await serve((request, response) => response.end(request.headers.host));
    let lookups = 0;
    const resolve: Resolve = async () => {
      lookups++;
      return [loopback];
    };
    const url = `http://shop.example:${new URL(origin).port}/`;
    expect((await fetched(url, { resolve })).toString()).toBe(new URL(url).host);
    expect(lookups).toBe(1);
  });

  test('given three redirects, relative ones too, then they are followed, unread; a fourth is not', async () => {
    const url = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      const next = step === 2 ? `/${step - 1}` : `http://${request.headers.host}/${step - 1}`;
      if (step === 0) response.end('found');
      else response.writeHead([301, 302, 307, 308][step % 4] ?? 303, { location: next }).write('endless');
    });
    expect((await fetched(new URL('/3', url).href)).toString()).toBe('found');
    expect(await failureOf(new URL('/4', url).href)).toEqual(unreachable('the address redirects too many times'));
  });

  test('given a redirect without a target, or to another protocol, then it is refused', async () => {
    expect(await codeOf(await serve(status(302)))).toBe('unreachable_url');
    expect(await codeOf(await serve(status(302, { location: 'file:///etc/passwd' })))).toBe('invalid_url');
  });

  test('given a file over the limit, then it is rejected: declared, or endless', async () => {
    const limit = 2 * 1024 * 1024;
    const declared = await serve(
      (_, response) => void response.writeHead(200, { 'content-length': limit + 1 }).write('x'),
    );
    const endless = await serve((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    for (const url of [declared, endless]) {
      await expect(fetched(url, { maxBytes: limit })).rejects.toMatchObject({
        code: 'image_too_large',
        message: 'image_url must point to an image of at most 2 MB',
      });
    }
    const fits = await serve((_, response) => response.end(Buffer.alloc(limit)));
    expect(await fetched(fits, { maxBytes: limit })).toHaveLength(limit);
  });

  test('given no answer, a slow one, slow redirects, or a slow name, then the time-out is named', async () => {
    const dripping = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const circling = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 80);
    });
    const resolve: Resolve = () => new Promise(() => {});
    for (const url of [await serve(() => undefined), dripping, circling, 'http://slow.example/']) {
      expect(await failureOf(url, { resolve, timeoutMs: 200 })).toEqual(unavailable('no complete answer within 0.2 s'));
    }
  });
});

describe('the cause of a failed fetch', () => {
  test.each([204, 302, 404, 501])('given status %i, is named, and lasts', async (code) => {
    expect(await failureOf(await serve(status(code)))).toEqual(unreachable(`the server answered ${code}`));
  });

  test.each([408, 425, 429, 500, 529])('given status %i, is named, and may pass', async (code) => {
    expect(await failureOf(await serve(status(code)))).toEqual(unavailable(`the server answered ${code}`));
  });

  test('given a name that does not exist, has no address, or cannot be looked up, is told apart', async () => {
    const noSuchName = unreachable('the host name does not exist, or has no address');
    expect(await failureOf('http://outfit.invalid/')).toEqual(noSuchName);
    const of = (resolve: Resolve) => failureOf('http://shop.example/', { resolve });
    const rejecting = (code: string) =>
      of(() => Promise.reject(Object.assign(new Error(`queryA ${code} shop.example`), { code, syscall: 'queryA' })));
    expect(await of(async () => [])).toEqual(noSuchName);
    expect(await rejecting('ENOTFOUND')).toEqual(noSuchName);
    for (const code of ['ESERVFAIL', 'ECONNREFUSED']) {
      expect(await rejecting(code)).toEqual(unavailable('the host name could not be looked up'));
    }
  });

  test('given nobody who listens, is a refused connection', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toEqual(unavailable('the server refused the connection'));
  });

  test.each(['http://10.0.0.1/', '//127.0.0.1:1/', 'http://inside.example/'])(
    'given a redirect to %s, says that it is not allowed, and not what is there',
    async (location) => {
      const url = await serve(status(302, { location }));
      const allowsAddress = (address: string) => address === '127.0.0.1';
      const policy = { allowsPort: (port: string) => port !== '1', allowsAddress };
      const resolve: Resolve = async () => [{ address: '10.0.0.1', family: 4 }];
      expect(await failureOf(url, { policy, resolve })).toEqual({
        code: 'forbidden_url',
        details: 'the server redirects to an address that is not allowed',
      });
    },
  );
});

describe('a failure that may pass', () => {
  test.each<[string, RequestListener]>([
    ['a 429 with a short Retry-After', status(429, { 'retry-after': '0' })],
    ['a connection that ends early', cutShort],
  ])('given %s, is followed by one retry', async (_, failing) => {
    expect(Buffer.compare(await fetched(await serve(inTurn(failing, send))), file)).toBe(0);
    expect(await codeOf(await serve(inTurn(failing, failing, send)))).toBe('url_unavailable');
  });

  test('is not retried when the server asks to wait for longer than the time that is left, or when it lasts', async () => {
    const date = new Date(Date.now() + 60_000).toUTCString();
    for (const failing of [status(503, { 'retry-after': '60' }), status(503, { 'retry-after': date }), status(404)]) {
      let requests = 0;
      const url = await serve((...exchange) => {
        requests++;
        failing(...exchange);
      });
      await failureOf(url);
      expect(requests).toBe(1);
    }
  });
});

describe('TLS', () => {
  test('given a certificate that signs itself, then it is refused with the reason', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'shop.example' }]);
    const server = createTlsServer({ cert, key }, send);
    onTestFinished(() => server.closeAllConnections());
    const resolve: Resolve = async () => [loopback];
    expect(await failureOf(`https://shop.example:${await listen(server)}/`, { resolve })).toEqual(
      unreachable('the certificate of the server is not valid: self-signed'),
    );
  });

  test.each([
    ['CERT_HAS_EXPIRED', 'expired'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'issued for another host name'],
  ])('given %s, then the certificate is %s', (code, reason) => {
    const { words } = classify(Object.assign(new Error(code), { code }));
    expect(words).toBe(`the certificate of the server is not valid: ${reason}`);
  });
});

describe('an encoded body', () => {
  const encoded = (coding: string, body: Buffer) =>
    serve((_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(body));

  test.each([
    ['X-GZIP', gzipSync(file)],
    ['deflate', deflateSync(file)],
    ['br', brotliCompressSync(file)],
    ['zstd', zstdCompressSync(file)],
    ['gzip', file],
    ['aws-chunked', file],
  ])('labelled %s is decoded, or returned as it came if it is not encoded', async (coding, body) => {
    expect(Buffer.compare(await fetched(await encoded(coding, body)), file)).toBe(0);
  });

  test('given more than the limit when decoded, is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    expect(await codeOf(await encoded('gzip', bomb), { maxBytes: 1024 * 1024 })).toBe('image_too_large');
  });
});

describe('an internal server (canary)', () => {
  /** Any port, so that only the address rules stand between a URL and the canary. */
  const policy: UrlPolicy = { allowsPort: () => true, allowsAddress: isPublicAddress };
  let hits = 0;
  let port: number;
  const canary = createTcpServer((socket) => {
    hits++;
    socket.destroy();
  });
  const code = async (url: string, options: Partial<FetchOptions> = {}) =>
    (await fetchImage(url, { field: 'image_url', policy, timeoutMs: 500, ...options }).catch((error) => error)).code;
  beforeAll(async () => {
    await new Promise<void>((resolve) => canary.listen(0, resolve));
    port = (canary.address() as AddressInfo).port;
  });
  afterAll(() => void canary.close());
  beforeEach(() => {
    hits = 0;
  });

  test.each(['http', 'https'])('given %s and the policy anywhere, then it is hit: the canary works', async (scheme) => {
    expect(await code(`${scheme}://localhost:${port}/`, { policy: anywhere })).toBe('url_unavailable');
    expect(hits).toBeGreaterThan(0);
  });

  // Other spellings of these are in `url-policy.unit.test.ts`.
  test.each(['127.0.0.1', '0x7f.1', '[::]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', 'localhost', 'ⓛocalhost'])(
    'given %s as its host, then it is rejected and nothing is hit, also by https',
    async (host) => {
      for (const scheme of ['http', 'https']) expect(await code(`${scheme}://${host}:${port}/`)).toBe('forbidden_url');
      expect(hits).toBe(0);
    },
  );

  test.each([
    ['its address', [loopback]],
    ['its address in an IPv6 coat', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['its address after a public one', [nowhere, loopback]],
    ['its address before a public one', [loopback, nowhere]],
  ])('given a public name that resolves to %s, then it is rejected and nothing is hit', async (_, addresses) => {
    expect(await code(`http://shop.example:${port}/`, { resolve: async () => addresses })).toBe('forbidden_url');
    expect(hits).toBe(0);
  });

  test('given a name that is rebound after the check, then nothing is hit', async () => {
    let lookups = 0;
    const resolve: Resolve = async () => (lookups++ === 0 ? [nowhere] : [loopback]);
    const options = { resolve, timeoutMs: 300, retries: 0 };
    expect(await code(`http://shop.example:${port}/`, options)).toMatch(/^(unreachable_url|url_unavailable)$/);
    expect(await code(`http://shop.example:${port}/`, options)).toBe('forbidden_url');
    expect([lookups, hits]).toEqual([2, 0]);
  });

  test.each([
    ['its address', () => `http://127.0.0.1:${port}/`],
    ['its name', () => `http://inside.example:${port}/`],
  ])('given a public server that redirects to %s, then it is rejected and nothing is hit', async (_, location) => {
    // Only the server that redirects counts as public here.
    const allowed = '127.0.0.2';
    const policy = { allowsPort: () => true, allowsAddress: (address: string) => address === allowed };
    const url = await serve((_, response) => void response.writeHead(302, { location: location() }).end(), allowed);
    const resolve: Resolve = async (name) => (name === 'shop.example' ? [{ address: allowed, family: 4 }] : [loopback]);
    expect(await code(`http://shop.example:${new URL(url).port}/`, { policy, resolve })).toBe('forbidden_url');
    expect(hits).toBe(0);
  });
});
