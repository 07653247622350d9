import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { anywhere, type GuardedPost, postGuarded, publicOnly, type Resolve } from './index.ts';

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that treats every connection as it is told. */
async function serveRaw(handle: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (url: string, options: Partial<GuardedPost> = {}) =>
  postGuarded(url, {
    body: '{"id":"evt_1"}',
    headers: { 'content-type': 'application/json' },
    timeoutMs: 5_000,
    policy: anywhere,
    ...options,
  });
const response = (status: number) => ({ status, failure: null });
const failure = (code: string) => ({ status: null, failure: code });

describe('a POST to an address of a client', () => {
  test('given a receiver, then it gets body and headers, and its status is returned', async () => {
    const received: unknown[] = [];
    const origin = await serve(async (request, reply) => {
      const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
      received.push([request.method, request.headers['content-type'], Buffer.concat(chunks).toString()]);
      reply.writeHead(202).end('thanks');
    });
    expect(await post(`${origin}/hook`)).toEqual(response(202));
    expect(received).toEqual([['POST', 'application/json', '{"id":"evt_1"}']]);
  });

  test('given a redirect, then it is not followed; given a Retry-After, then it is returned', async () => {
    let hits = 0;
    const origin = await serve((_, reply) => {
      hits++;
      reply.writeHead(301, { location: '/elsewhere', 'retry-after': '120' }).end();
    });
    expect(await post(origin)).toEqual({ ...response(301), retryAfter: '120' });
    expect(hits).toBe(1);
  });

  test('given 10 MB of response, then the status counts, and the rest is not received', async () => {
    let sent = 0;
    const origin = await serve((_, reply) => {
      reply.on('error', () => undefined);
      const send = () => {
        while (sent < 10_000_000 && !reply.destroyed) {
          sent += 65_536;
          if (!reply.write(Buffer.alloc(65_536))) return reply.once('drain', send);
        }
        return reply.end();
      };
      send();
    });
    expect(await post(origin)).toEqual(response(200));
    expect(sent).toBeLessThan(9_000_000);
  });

  test.each([
    ['hangs', () => undefined, 'timeout'],
    ['resets', (socket: Socket) => void socket.resetAndDestroy(), 'connection_reset'],
    ['sends endless headers', endlessHeaders, 'invalid_response'],
  ])('given a receiver that %s, then that is the failure', async (_, handle, code) => {
    expect(await post(await serveRaw(handle), { timeoutMs: 1_000 })).toEqual(failure(code));
  });

  test('given a name that leads to a private address, at any attempt, then it is not connected to', async () => {
    const asked: string[] = [];
    const resolve: Resolve = async (hostname) => {
      asked.push(hostname);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const options = { policy: publicOnly, resolve };
    expect(await post('https://hook.example/', options)).toEqual(failure('forbidden_address'));
    expect(await post('https://hook.example/', options)).toEqual(failure('forbidden_address'));
    expect(asked).toEqual(['hook.example', 'hook.example']);
    expect(await post('https://10.0.0.1/', options)).toEqual(failure('forbidden_address'));
    expect(await post('https://hook.example:8443/', options)).toEqual(failure('forbidden_address'));
  });
});

function endlessHeaders(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const more = () => {
    while (!socket.destroyed && socket.write(`x-more: ${'a'.repeat(1_000)}\r\n`));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}
