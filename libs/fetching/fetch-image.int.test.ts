import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { anywhere, type FetchOptions, fetchImage, isPublicAddress, type Resolve, type UrlPolicy } from './index.ts';

/** Any port, so that only the address rules stand between a URL and the canary. */
const publicAddresses: UrlPolicy = { allowsPort: () => true, allowsAddress: isPublicAddress };

/** An address the rules take for public, in a part of the IPv6 space that is assigned to nobody. */
const nowhere = { address: '2000::1', family: 6 };
const loopback = { address: '127.0.0.1', family: 4 };

let hits = 0;
let port: number;
const canary = createTcpServer((socket) => {
  hits++;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => void canary.close());
beforeEach(() => {
  hits = 0;
});

/** A web server on loopback; returns its address without a path. */
async function serve(handle: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

const fetchAnywhere = (url: string, options: Partial<FetchOptions> = {}) =>
  fetchImage(url, { field: 'image_url', policy: anywhere, ...options });
const refusal = (fetching: Promise<unknown>) =>
  fetching.then(
    () => 'fetched',
    (error) => error.code as string,
  );

describe('fetchImage', () => {
  test('given a file, then its bytes are returned, and the request reveals nothing about the client', async () => {
    const file = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 256));
    let seen: Record<string, unknown> = {};
    const origin = await serve((request, response) => {
      seen = request.headers;
      response.end(file);
    });
    expect(Buffer.compare(await fetchAnywhere(`${origin}/outfit.jpg`), file)).toBe(0);
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
    expect(Buffer.from(await fetchAnywhere(url, { resolve })).toString()).toBe(new URL(url).host);
    expect(lookups).toBe(1);
  });

  test('given three redirects, relative ones too, then they are followed; a fourth is not', async () => {
    const origin = await serve((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 0) response.end('found');
      else
        response
          .writeHead([301, 302, 307, 308][step % 4] ?? 303, {
            location: step === 2 ? `/${step - 1}` : `${origin}/${step - 1}`,
          })
          .end('moved');
    });
    expect(Buffer.from(await fetchAnywhere(`${origin}/3`)).toString()).toBe('found');
    expect(await refusal(fetchAnywhere(`${origin}/4`))).toBe('unreachable_url');
    expect(await refusal(fetchAnywhere(`${origin}/1`, { maxRedirects: 0 }))).toBe('unreachable_url');
  });

  test('given a redirect without a usable target, then it is unreachable', async () => {
    const origin = await serve((_, response) => void response.writeHead(302).end());
    expect(await refusal(fetchAnywhere(origin))).toBe('unreachable_url');
  });

  test.each([
    ['ftp://example.com/a.jpg', 'invalid_url'],
    ['file:///etc/passwd', 'invalid_url'],
    ['http://user:secret@example.com/', 'invalid_url'],
  ])('given a redirect to %s, then %s', async (location, code) => {
    const origin = await serve((_, response) => void response.writeHead(302, { location }).end());
    expect(await refusal(fetchAnywhere(origin))).toBe(code);
  });

  test('given a file over the limit, then it is rejected: declared, streamed, or endless', async () => {
    const limit = 2 * 1024 * 1024;
    const declared = await serve(
      (_, response) => void response.writeHead(200, { 'content-length': limit + 1 }).write('x'),
    );
    const streamed = await serve((_, response) => {
      for (let sent = 0; sent <= limit; sent += 65_536) response.write(Buffer.alloc(65_536));
      response.end();
    });
    const endless = await serve((_, response) => {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
    });
    for (const origin of [declared, streamed, endless]) {
      await expect(fetchAnywhere(origin, { maxBytes: limit })).rejects.toMatchObject({
        code: 'image_too_large',
        message: 'image_url must point to an image of at most 2 MB',
      });
    }
    const fits = await serve((_, response) => response.end(Buffer.alloc(limit)));
    expect(await fetchAnywhere(fits, { maxBytes: limit })).toHaveLength(limit);
  });

  test('given an endless body of a redirect, then it is not read', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/found') response.end('found');
      else response.writeHead(302, { location: '/found' }).write('x');
    });
    expect(Buffer.from(await fetchAnywhere(origin)).toString()).toBe('found');
  });

  test('given a server with slow headers, body or redirects, then it is unavailable', async () => {
    const silent = await serve(() => {});
    const dripping = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const circling = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), 40);
    });
    for (const origin of [silent, dripping, circling]) {
      expect(await refusal(fetchAnywhere(origin, { timeoutMs: 200, maxRedirects: 1000 }))).toBe('url_unavailable');
    }
  });

  test('given a name that takes too long to resolve, then it is unavailable', async () => {
    const resolve: Resolve = () => new Promise(() => {});
    expect(await refusal(fetchAnywhere('http://slow.example/', { resolve, timeoutMs: 100 }))).toBe('url_unavailable');
  });

  test('given a name that does not exist, or has no address, then it is unreachable', async () => {
    expect(await refusal(fetchImage('http://outfit.invalid/', { field: 'image_url' }))).toBe('unreachable_url');
    expect(await refusal(fetchAnywhere('http://empty.example/', { resolve: async () => [] }))).toBe('unreachable_url');
  });

  test('given any other port than 80 and 443, then it is forbidden by default', async () => {
    expect(
      await refusal(fetchImage(`http://shop.example:${port}/`, { field: 'image_url', resolve: async () => [nowhere] })),
    ).toBe('forbidden_url');
  });
});

describe('an internal server (canary)', () => {
  test('given the policy anywhere, then it is hit, which proves the canary works', async () => {
    expect(await refusal(fetchAnywhere(`http://localhost:${port}/`))).toBe('url_unavailable');
    expect(hits).toBeGreaterThan(0);
  });

  test.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7F.0.0.1',
    '0x7f.1',
    '017700000001',
    '0177.0.0.1',
    '0177.1',
    '127.0.0.1.',
    '127。0。0。1',
    '１２７.０.０.１',
    '127%2E0%2E0%2E1',
    '0',
    '0.0.0.0',
    '00000000000',
    '0x0',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::0001]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:FFFF:7F00:1]',
    '[::ffff:0.0.0.0]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::ffff:0:127.0.0.1]',
    '[fe80::1]',
    'a@127.0.0.1',
  ])('given http://%s/, then it is rejected and nothing is hit', async (host) => {
    const url = `http://${host}:${port}/`;
    const code = await refusal(fetchImage(url, { field: 'image_url', policy: publicAddresses, timeoutMs: 500 }));
    expect(code).toMatch(/^(forbidden|invalid)_url$/);
    expect(hits).toBe(0);
  });

  test.each(['localhost', 'LOCALHOST', 'ⓛocalhost'])(
    'given http://%s/, then its name is resolved and nothing is hit',
    async (host) => {
      expect(
        await refusal(fetchImage(`http://${host}:${port}/`, { field: 'image_url', policy: publicAddresses })),
      ).toBe('forbidden_url');
      expect(hits).toBe(0);
    },
  );

  test('given https instead of http, then the same rules hold: address, name and rebound name', async () => {
    expect(await refusal(fetchAnywhere(`https://localhost:${port}/`))).toBe('url_unavailable');
    expect(hits).toBeGreaterThan(0);
    hits = 0;
    const resolve: Resolve = async () => [loopback];
    for (const host of ['127.0.0.1', '0x7f.1', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', 'localhost', 'shop.example']) {
      const options = { field: 'image_url', policy: publicAddresses, ...(host === 'shop.example' ? { resolve } : {}) };
      expect(await refusal(fetchImage(`https://${host}:${port}/`, options)), host).toBe('forbidden_url');
    }
    expect(hits).toBe(0);
  });

  test.each([
    ['its address', [loopback]],
    ['its address in an IPv6 coat', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['its address after a public one', [nowhere, loopback]],
    ['its address before a public one', [loopback, nowhere]],
  ])('given a public name that resolves to %s, then it is rejected and nothing is hit', async (_, addresses) => {
    const fetching = fetchImage(`http://shop.example:${port}/`, {
      field: 'image_url',
      policy: publicAddresses,
      resolve: async () => addresses,
    });
    expect(await refusal(fetching)).toBe('forbidden_url');
    expect(hits).toBe(0);
  });

  test('given a name that is rebound after the check, then nothing is hit', async () => {
    let lookups = 0;
    const resolve: Resolve = async () => (lookups++ === 0 ? [nowhere] : [loopback]);
    const options = { field: 'image_url', policy: publicAddresses, resolve, timeoutMs: 300, retries: 0 };
    expect(await refusal(fetchImage(`http://shop.example:${port}/`, options))).toMatch(
      /^(unreachable_url|url_unavailable)$/,
    );
    expect(await refusal(fetchImage(`http://shop.example:${port}/`, options))).toBe('forbidden_url');
    expect([lookups, hits]).toEqual([2, 0]);
  });

  test.each([
    ['its address', () => `http://127.0.0.1:${port}/`],
    ['its name', () => `http://inside.example:${port}/`],
    ['its address without a protocol', () => `//127.0.0.1:${port}/`],
  ])('given a public server that redirects to %s, then it is rejected and nothing is hit', async (_, location) => {
    // Only the server that redirects counts as public here.
    const allowed = '127.0.0.2';
    const policy = { allowsPort: () => true, allowsAddress: (address: string) => address === allowed };
    const origin = await serve((_, response) => void response.writeHead(302, { location: location() }).end(), allowed);
    const resolve: Resolve = async (name) => (name === 'shop.example' ? [{ address: allowed, family: 4 }] : [loopback]);
    const url = `http://shop.example:${new URL(origin).port}/`;
    expect(await refusal(fetchImage(url, { field: 'image_url', policy, resolve }))).toBe('forbidden_url');
    expect(hits).toBe(0);
  });
});
