import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { anywhere, type FetchOptions, fetchImage, publicOnly, type Resolve } from './index.ts';

const file = Buffer.from(Array.from({ length: 20_000 }, (_, at) => (at * 7) % 256));

/** Serves on a free port of loopback until the test ends; returns the port. */
async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
const serve = async (handle: RequestListener): Promise<string> => {
  const server = createServer(handle);
  onTestFinished(() => server.closeAllConnections());
  return `http://127.0.0.1:${await listen(server)}/secret-path`;
};

/** The code and details of a failed fetch, of which neither shows anything of the address. */
async function failureOf(url: string, options: Partial<FetchOptions> = {}) {
  const error = await fetchImage(url, { field: 'image_url', policy: anywhere, retryPauseMs: 5, ...options }).then(
    () => expect.fail('fetched'),
    (error) => error,
  );
  expect(`${error.message} ${error.details}`).not.toMatch(/127\.0\.0\.1|secret|example|http:/);
  return { code: error.code, details: error.details };
}
const unreachable = (details: string) => ({ code: 'unreachable_url', details });
const unavailable = (details: string) => ({ code: 'url_unavailable', details });

/** Answers as each handler in turn, and as the last one from then on. */
const inTurn =
  (...handlers: RequestListener[]): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) =>
    (handlers.length > 1 ? handlers.shift() : handlers[0])?.(request as never, response as never);
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(code, headers).end();
const send: RequestListener = (_, response) => void response.end(file);
const cutShort: RequestListener = (_, response) =>
  void response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy());

describe('the cause of a failed fetch', () => {
  test.each([204, 206, 300, 302, 304, 400, 401, 403, 404, 410, 501, 505])(
    'given status %i, is named, and lasts',
    async (code) => {
      expect(await failureOf(await serve(status(code)))).toEqual(unreachable(`the server answered ${code}`));
    },
  );

  test.each([408, 425, 429, 500, 529])('given status %i, is named, and may pass', async (code) => {
    expect(await failureOf(await serve(status(code)))).toEqual(unavailable(`the server answered ${code}`));
  });

  test('given a name that does not exist, has no address, or cannot be looked up, is told apart', async () => {
    const noSuchName = unreachable('the host name does not exist, or has no address');
    expect(await failureOf('http://outfit.invalid/')).toEqual(noSuchName);
    const rejecting =
      (code: string, syscall = 'queryA') =>
      (): ReturnType<Resolve> =>
        Promise.reject(Object.assign(new Error(`${syscall} ${code} shop.example`), { code, syscall }));
    const of = (resolve: Resolve) => failureOf('http://shop.example/', { resolve });
    expect(await of(async () => [])).toEqual(noSuchName);
    expect(await of(rejecting('ENOTFOUND'))).toEqual(noSuchName);
    for (const code of ['ESERVFAIL', 'EAI_AGAIN', 'ETIMEOUT', 'ECONNREFUSED']) {
      expect(await of(rejecting(code))).toEqual(unavailable('the host name could not be looked up'));
    }
  });

  test('given nobody who listens, is a refused connection', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toEqual(unavailable('the server refused the connection'));
  });

  test('given a connection that ends early, before the head or in the body, says so', async () => {
    const cutOff = unavailable('the server closed the connection before its answer was complete');
    expect(await failureOf(await serve(cutShort))).toEqual(cutOff);
    const chunked: RequestListener = (_, response) => void response.write('x', () => response.destroy());
    expect(await failureOf(await serve(chunked))).toEqual(cutOff);
    expect(await failureOf(await serve(({ socket }) => void socket.destroy()))).toEqual(cutOff);
    expect(await failureOf(await serve(({ socket }) => void socket.resetAndDestroy()))).toEqual(cutOff);
  });

  test('given what is not HTTP, says so', async () => {
    const origin = await serve(({ socket }) => void socket.end('rubbish\r\n\r\n'));
    expect(await failureOf(origin)).toEqual(unreachable('the answer of the server is not valid HTTP'));
  });

  test('given no answer, or one without an end, names the time-out', async () => {
    for (const handle of [() => undefined, ((_, response) => void response.write('x')) satisfies RequestListener]) {
      expect(await failureOf(await serve(handle), { timeoutMs: 200 })).toEqual(
        unavailable('no complete answer within 0.2 s'),
      );
    }
  });

  test('given redirects without an end, says so', async () => {
    const circle = await serve(status(302, { location: '/secret-path' }));
    expect(await failureOf(circle)).toEqual(unreachable('the address redirects too many times'));
  });

  test.each(['http://10.0.0.1/', 'http://169.254.169.254/latest', '//127.0.0.1:1/', 'http://inside.example/'])(
    'given a redirect to %s, says that it is not allowed, and not what is there',
    async (location) => {
      const origin = await serve(status(302, { location }));
      const isServer = (address: string) => address === '127.0.0.1';
      const policy = { allowsPort: (port: string) => port !== '1', allowsAddress: isServer };
      const resolve: Resolve = async () => [{ address: '10.0.0.1', family: 4 }];
      expect(await failureOf(origin, { policy, resolve })).toEqual({
        code: 'forbidden_url',
        details: 'the server redirects to an address that is not allowed',
      });
    },
  );

  test('given a port that is not of the web, names those that are', async () => {
    expect(await failureOf('http://shop.example:8080/', { policy: publicOnly })).toEqual({
      code: 'forbidden_url',
      details: 'only the ports of the web, 80 and 443, are allowed',
    });
  });
});

describe('a failure that may pass', () => {
  test.each<[string, RequestListener]>([
    ['a 503', status(503)],
    ['a 429 with a short Retry-After', status(429, { 'retry-after': '0' })],
    ['a connection that ends early', cutShort],
    ['a reset connection', ({ socket }) => void socket.resetAndDestroy()],
  ])('given %s, is followed by one retry', async (_, failing) => {
    const url = await serve(inTurn(failing, send));
    const fetched = await fetchImage(url, { field: 'image_url', policy: anywhere, retryPauseMs: 5 });
    expect(Buffer.compare(fetched, file)).toBe(0);
    expect((await failureOf(await serve(inTurn(failing, failing, send)))).code).toBe('url_unavailable');
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

describe('a certificate that is not valid', () => {
  const KIND = { keyType: 'ec', algorithm: 'sha256' } as const;
  type Signed = Awaited<ReturnType<typeof generate>>;
  const trusted = getCACertificates('default');
  let authority: Signed;
  beforeAll(async () => {
    authority = await generate([{ name: 'commonName', value: 'Test authority' }], {
      ...KIND,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    });
    setDefaultCACertificates([...trusted, authority.cert]);
  });
  afterAll(() => setDefaultCACertificates(trusted));

  /** A server with a certificate of the authority for a host name, valid for a day from `from`, or one that it signed itself. */
  async function serveTls(host: string, from: Date, isSelfSigned = false) {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'server' }], {
      ...KIND,
      notBeforeDate: from,
      notAfterDate: new Date(from.getTime() + 86_400_000),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
      ...(!isSelfSigned && { ca: { key: authority.private, cert: authority.cert } }),
    });
    const server = createTlsServer({ cert, key }, send);
    onTestFinished(() => server.closeAllConnections());
    return `https://shop.example:${await listen(server)}/`;
  }
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const now = () => Date.now() - 3_600_000;
  const day = 86_400_000;

  test.each([
    ['expired', 'shop.example', -3 * day, false, 'expired'],
    ['to come', 'shop.example', 3 * day, false, 'not valid yet'],
    ['of another name', 'other.example', 0, false, 'issued for another host name'],
    ['signed by itself', 'shop.example', 0, true, 'self-signed'],
  ])('given one that is %s, is the cause', async (_, host, from, isSelfSigned, reason) => {
    const url = await serveTls(host, new Date(now() + from), isSelfSigned);
    expect(await failureOf(url, { resolve })).toEqual(
      unreachable(`the certificate of the server is not valid: ${reason}`),
    );
  });

  test('given one that is valid, is none', async () => {
    const url = await serveTls('shop.example', new Date(now()));
    expect(await fetchImage(url, { field: 'image_url', policy: anywhere, resolve })).toHaveLength(file.length);
  });

  test('given a server without TLS, that is the cause', async () => {
    const url = (await serve(send)).replace('http:', 'https:');
    expect(await failureOf(url)).toEqual(unreachable('no TLS connection to the server could be made'));
  });
});

describe('an encoded body', () => {
  const encoded = (coding: string, body: Buffer) =>
    serve((_, response) => void response.writeHead(200, { 'content-encoding': coding }).end(body));
  const fetched = async (url: string) =>
    Buffer.from(await fetchImage(url, { field: 'image_url', policy: anywhere, maxBytes: 1024 * 1024 }));

  test.each([
    ['gzip', gzipSync(file)],
    ['X-GZIP', gzipSync(file)],
    ['deflate', deflateSync(file)],
    ['deflate', deflateRawSync(file)],
    ['br', brotliCompressSync(file)],
    ['zstd', zstdCompressSync(file)],
    ['deflate, gzip', gzipSync(deflateSync(file))],
  ])('given %s, is decoded', async (coding, body) => {
    expect(Buffer.compare(await fetched(await encoded(coding, body)), file)).toBe(0);
  });

  test.each(['gzip', 'br', 'binary', 'utf-8', 'aws-chunked'])(
    'given the label %s on a body that is not encoded, is returned as it came',
    async (coding) => {
      expect(Buffer.compare(await fetched(await encoded(coding, file)), file)).toBe(0);
    },
  );

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('given %s of more than the limit, is too large', async (coding, compress) => {
    const bomb = compress(Buffer.alloc(8 * 1024 * 1024));
    await expect(fetched(await encoded(coding, bomb))).rejects.toMatchObject({
      code: 'image_too_large',
      message: 'image_url must point to an image of at most 1 MB',
    });
  });

  test('given a tower of codings, is not decoded', async () => {
    const body = gzipSync(gzipSync(gzipSync(file)));
    expect(Buffer.compare(await fetched(await encoded('gzip, gzip, gzip', body)), body)).toBe(0);
  });
});
