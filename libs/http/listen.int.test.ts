import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { App } from './create-app.ts';
import { type ListenOptions, listen } from './listen.ts';

const ok: RequestListener = (request, response) => {
  request.resume();
  response.end('{}');
};
const appOf = (handle: RequestListener): App => ({ handle, newRequestId: () => 'req_1' });

async function serve(handle: RequestListener = ok, options: Partial<ListenOptions> = {}) {
  const server = await listen(appOf(handle), { port: 0, host: '127.0.0.1', ...options });
  onTestFinished(() => server.close());
  return { ...server, url: `http://127.0.0.1:${server.port}/` };
}

/** Sends `text` and returns all that comes back until the server closes the connection. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  let answer = '';
  for await (const bytes of socket) answer += bytes;
  return answer;
}

const LATE = 'the request took too long to arrive';

function expectJsonRefusal(answer: string, details?: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(head).toMatch(/content-type: application\/json/i);
  expect(head).toMatch(/x-request-id: req_1/i);
  const told = { error: 'Malformed HTTP request', code: 'malformed_request', request_id: 'req_1' };
  expect(JSON.parse(body)).toEqual({ ...told, ...(details !== undefined && { details }) });
}

describe('listen', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['another protocol', 'GET / FTP/1.1\r\n\r\n'],
    ['a request target without a slash', 'GET mailto:x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: x\r\n\r\n'],
    ['a zero byte in a header', 'GET / HTTP/1.1\r\nHost: \0\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a length and chunks', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['a request for a tunnel', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'],
    ['TLS', Buffer.from('16030100c8010000c40303', 'hex').toString('latin1')],
  ])('given %s, then it is refused in JSON', async (_, text) => {
    const { port } = await serve();
    expectJsonRefusal(await raw(port, text));
  });

  test('given headers of 100 kB, then it is refused in JSON that says so', async () => {
    const { port } = await serve();
    const text = `GET / HTTP/1.1\r\nHost: x\r\nX-API-Key: ${'x'.repeat(100_000)}\r\n\r\n`;
    expectJsonRefusal(await raw(port, text), 'the headers are too long');
  });

  test('given a malformed chunk in a body still being read, then it is refused in JSON', async () => {
    const { port } = await serve((request, response) => request.resume().on('end', () => response.end('{}')));
    expectJsonRefusal(await raw(port, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'));
  });

  test('given a malformed chunk after an offer to upgrade, then it is refused in JSON when the time is up', async () => {
    const { port } = await serve((request, response) => request.resume().on('end', () => response.end('{}')), {
      requestTimeoutMs: 200,
    });
    const head =
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectJsonRefusal(await raw(port, `${head}zz\r\n`), LATE);
  });

  test.each([
    ['', 'more than announced', 2],
    ['Connection: close\r\n', 'more than announced', 1],
    ['', 'FOO', 2],
  ])(
    'given requests (%s) that came whole and then rubbish ("%s"), then those are answered first and the connection is closed',
    async (headers, rubbish, count) => {
      const held: (() => void)[] = [];
      const { port } = await serve((_, response) => void held.push(() => response.end('{"done":true}')));
      const request = `POST / HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 2\r\n\r\n{}`;
      const answer = raw(port, request.repeat(count) + rubbish);
      await expect.poll(() => held.length).toBe(count);
      for (const end of held) end();
      expect(await answer).not.toContain('Malformed');
      expect((await answer).split('{"done":true}')).toHaveLength(count + 1);
    },
  );

  test('given a client that never sends the end, then it is refused in JSON', async () => {
    const { port } = await serve(ok, { requestTimeoutMs: 200 });
    expectJsonRefusal(await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\n'), LATE);
  });

  test('given a client that never says anything, then its connection is closed', async () => {
    const { port } = await serve(ok, { requestTimeoutMs: 200 });
    expectJsonRefusal(await raw(port, ''), LATE);
  });

  test('given a client that does not read its answer, then the connection is cut when the time is up', async () => {
    const gone = Promise.withResolvers<boolean>();
    const { port } = await serve(
      (_, response) => {
        response.once('close', () => gone.resolve(response.writableFinished));
        response.end(Buffer.alloc(64 * 1024 * 1024));
      },
      { sendTimeoutMs: 200 },
    );
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await gone.promise).toBe(false);
    socket.destroy();
  });

  test('given more connections than are taken, then a further one is closed, and the others serve', async () => {
    const { url, port } = await serve(ok, { maxConnections: 1 });
    expect(await (await fetch(url)).text()).toBe('{}');
    const further = await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n').catch(() => '');
    expect(further).toBe('');
    expect(await (await fetch(url)).text()).toBe('{}');
  });

  test('given a port that is taken, then the error names it', async () => {
    const { port } = await serve();
    await expect(serve(ok, { port })).rejects.toThrow(`port ${port} is already in use`);
  });
});

describe('close', () => {
  test('given idle connections, then they are closed at once and no new one is taken', async () => {
    const { url, port, close } = await serve();
    await (await fetch(url)).text();
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    idle.resume();
    await close();
    await closed;
    await expect(fetch(url)).rejects.toThrow();
  });

  test('given running requests, then they are answered first and their connections closed', async () => {
    const answers: (() => void)[] = [];
    // Once its body is read a request itself is closed, long before it has an answer.
    const { url, close } = await serve((request, response) =>
      request.resume().once('close', () => answers.push(() => response.end('{"done":true}'))),
    );
    const requests = [1, 2, 3].map(() => fetch(url, { method: 'POST', body: 'x'.repeat(100_000) }));
    await expect.poll(() => answers.length).toBe(3);
    let isClosed = false;
    const closing = close().then(() => {
      isClosed = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(isClosed).toBe(false);
    for (const answer of answers) answer();
    for (const request of requests) {
      const response = await request;
      expect(await response.json()).toEqual({ done: true });
      expect(response.headers.get('connection')).toBe('close');
    }
    await closing;
  });

  test('given a request whose answer has begun, then its kept connection is closed after it', async () => {
    let end: (() => void) | undefined;
    const { url, close } = await serve((_, response) => {
      response.write('a');
      end = () => response.end('b');
    });
    const response = await fetch(url);
    const closing = close();
    end?.();
    expect(await response.text()).toBe('ab');
    await closing;
  });

  test('given a request that never ends, then it is cut off when the time is up', async () => {
    const { url, close } = await serve(() => {}, { closeTimeoutMs: 50 });
    const hanging = expect(fetch(url)).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await close();
    await hanging;
  });
});
