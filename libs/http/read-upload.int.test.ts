import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ServiceError } from '@styling/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Capacity } from './capacity.ts';
import { ClientDisconnected } from './index.ts';
import { readUpload } from './read-upload.ts';

const bodies = new Capacity(3_000_000);
const picture = randomBytes(900_000);
let port: number;
let last: unknown;

const server = createServer(async (request, response) => {
  using memory = bodies.take(0);
  const bounds = { memory, idleTimeoutMs: 500, maxBytes: 2_000_000 };
  last = await readUpload(request, bounds).catch((error) => error);
  if (last instanceof ServiceError) response.writeHead(last.status).end(last.code);
  else response.end(last instanceof Uint8Array && Buffer.from(last).equals(picture) ? 'same' : 'other');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

const send = async (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}) =>
  (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).text();
const form = (...parts: [name: string, content: string | Buffer][]) => {
  const data = new FormData();
  for (const [name, content] of parts) {
    if (typeof content === 'string') data.append(name, content);
    else data.append(name, new Blob([new Uint8Array(content)]), 'a.jpg');
  }
  return data;
};
/** A form as text, by hand. */
const raw = (text: string) => send(text, { 'content-type': 'multipart/form-data; boundary=b' });

describe('an uploaded picture', () => {
  it('is the body, or the file of a form among other parts', async () => {
    expect(await send(new Uint8Array(picture), { 'content-type': 'image/jpeg' })).toBe('same');
    expect(await send(new Uint8Array(picture), { 'content-type': 'IMAGE/*; q=1' })).toBe('same');
    expect(await send(form(['note', 'x'.repeat(5_000)], ['image', picture], ['more', 'y']))).toBe('same');
    expect(bodies.held).toBe(0);
  });

  it.each([
    ['not_an_upload', () => send('{}', { 'content-type': 'application/json' })],
    ['not_an_upload', () => send('x', { 'content-type': '' })],
    ['encoded_body', () => send('x', { 'content-type': 'image/jpeg', 'content-encoding': 'gzip' })],
    ['required', () => send('', { 'content-type': 'image/png' })],
    ['required', () => send(form(['image', 'no file']))],
    ['required', () => send(form(['other', picture]))],
    ['required', () => send(form(['image', Buffer.alloc(0)]))],
    ['invalid_multipart', () => raw('nothing of a form')],
    ['invalid_multipart', () => raw('--b\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\ncut')],
    ['invalid_multipart', () => send('x', { 'content-type': 'multipart/form-data; charset=utf-8' })],
    ['body_too_large', () => send(form(['image', randomBytes(2_100_000)]))],
    ['body_too_large', () => send(new Uint8Array(2_100_000), { 'content-type': 'image/webp' })],
  ])('given what is none, is refused as %s', async (code, sending) => {
    expect(await sending()).toBe(code);
    expect(bodies.held).toBe(0);
  });

  it('given no memory for it, is refused, and the next one is read', async () => {
    using _others = bodies.take(2_800_000);
    expect(await send(form(['image', picture]))).toBe('unavailable');
    _others[Symbol.dispose]();
    expect(await send(form(['image', picture]))).toBe('same');
  });

  it.each(['image/jpeg', 'multipart/form-data; boundary=b'])(
    'given a client that stops in the middle of %s, is refused, and given one that leaves, nobody is told',
    async (type) => {
      const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 1000\r\n\r\n--b\r\n`;
      const slow = connect(port, '127.0.0.1');
      slow.write(head);
      const told = new Promise<string>((resolve) => slow.once('data', (data) => resolve(String(data))));
      expect(await told).toContain('malformed_request');
      expect(last).toMatchObject({ details: 'the request body stopped arriving before its end' });
      slow.destroy();
      last = undefined;
      const gone = connect(port, '127.0.0.1');
      gone.write(head, () => gone.destroy());
      await expect.poll(() => last).toBeInstanceOf(ClientDisconnected);
      expect(bodies.held).toBe(0);
    },
  );
});
