import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ServiceError } from '@styling/service';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { InvalidBase64 } from './base64-image.ts';
import { Capacity } from './capacity.ts';
import { readJsonBody } from './read-json-body.ts';

let port: number;
let outcomes: ((outcome: unknown) => void)[] = [];
/** What `readJsonBody` makes of the next request that arrives. */
const nextOutcome = () => new Promise<unknown>((resolve) => outcomes.push(resolve));

const bodies = new Capacity(40 * 1024 * 1024);
const imageNames = new Set(['selfie_base64', 'outfit_base64']);
const server = createServer(async (request, response) => {
  using memory = bodies.take(0);
  const options = { imageNames, memory, maxFieldBytes: 1024 * 1024, idleTimeoutMs: 1_000 };
  const outcome = await readJsonBody(request, options).catch((error) => error);
  outcomes.shift()?.(outcome);
  if (outcome instanceof ServiceError) response.writeHead(outcome.status);
  response.end(outcome instanceof ServiceError ? outcome.code : 'read');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());
beforeEach(() => {
  outcomes = [];
});

type Body = string | Uint8Array | ReadableStream<Uint8Array>;
async function post(body: Body, headers: Record<string, string> = {}) {
  const outcome = nextOutcome();
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: body as NonNullable<RequestInit['body']>,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  });
  return { answer: await response.text(), outcome: await outcome, connection: response.headers.get('connection') };
}
const refusal = async (body: Body, headers?: Record<string, string>) => (await post(body, headers)).answer;

/** `count` pieces of `size` bytes, without a Content-Length. */
function streamed(first: string, size: number, count: number): ReadableStream<Uint8Array> {
  const piece = Buffer.alloc(size, 'QUJD');
  let sent = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(first)),
    pull: (controller) => (sent++ < count ? controller.enqueue(piece) : controller.close()),
  });
}

describe('readJsonBody', () => {
  test('given two large images among fields, then the images are bytes and the fields are as sent', async () => {
    const [selfie, outfit] = [randomBytes(8_000_000), randomBytes(6_000_001)];
    const { outcome } = await post(
      JSON.stringify({
        clothing_description: 'a robe à la française 👗',
        selfie_base64: selfie.toString('base64'),
        store_image: true,
        outfit_base64: `data:image/png;base64,${outfit.toString('base64')}`,
        num_outfits: 3,
      }),
    );
    const fields = outcome as Record<string, unknown>;
    expect(Buffer.compare(fields.selfie_base64 as Buffer, selfie)).toBe(0);
    expect(Buffer.compare(fields.outfit_base64 as Buffer, outfit)).toBe(0);
    const { selfie_base64: _, outfit_base64: __, ...rest } = fields;
    expect(rest).toEqual({ clothing_description: 'a robe à la française 👗', store_image: true, num_outfits: 3 });
  });

  test('given image members that are no base64, empty or no strings, then the validator is left to say so', async () => {
    expect((await post('{"selfie_base64":"not base64!","outfit_base64":""}')).outcome).toEqual({
      selfie_base64: new InvalidBase64('unexpected character ! at position 11'),
      outfit_base64: '',
    });
    expect((await post('{"selfie_base64":7,"outfit_base64":[1]}')).outcome).toEqual({
      selfie_base64: 7,
      outfit_base64: [1],
    });
  });

  test.each([
    ['string, then number', '{"selfie_base64":"QUJD","selfie_base64":7}', 7],
    ['null, then string', '{"selfie_base64":null,"selfie_base64":"QUJD"}', Buffer.from('ABC')],
    ['string, then string', '{"selfie_base64":"QUI=","selfie_base64":"QUJD"}', Buffer.from('ABC')],
  ])('given a member twice (%s), then the last one counts', async (_, body, expected) => {
    expect((await post(body)).outcome).toEqual({ selfie_base64: expected });
  });

  test('given members that are null, at any depth, then they are as absent', async () => {
    const body = '{"selfie_base64":null,"garments":null,"nested":{"a":null,"b":[{"c":null,"d":1},null]}}';
    expect((await post(body)).outcome).toEqual({ nested: { b: [{ d: 1 }, null] } });
  });

  test('given a member named __proto__, then no prototype changes, however the fields are copied', async () => {
    const fields = (
      await post('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"mode":"studio"}')
    ).outcome;
    expect(Object.getPrototypeOf(fields)).toBeNull();
    expect(Object.keys(fields as object)).toEqual(['constructor', 'mode']);
    expect((Object.assign({}, fields) as Record<string, unknown>).admin).toBeUndefined();
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test.each([
    ['33 levels of nesting', `{"deep":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['30,000 levels of nesting', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['1,001 members and elements', `{"list":[${'1,'.repeat(999)}1]}`],
    ['110,000 members', `{${Array.from({ length: 110_000 }, (_, index) => `"${index}":1`).join()}}`],
    ['a list of 300,000 objects', `{"list":[${'{},'.repeat(300_000)}{}]}`],
    ['lists beside each other', `{"a":[${'[],'.repeat(600)}[]]}`],
  ])('given %s, then it is refused before anything is parsed', async (_, body) => {
    const parsing = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parsing.mockRestore());
    expect(await refusal(body)).toBe('body_too_complex');
    expect(parsing).not.toHaveBeenCalled();
  });

  test.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['text', 'hello'],
    ['an object cut short', '{"mode":"stu'],
    ['an image cut short', '{"selfie_base64":"QUJD'],
    ['a trailing comma', '{"mode":"studio",}'],
    ['single quotes', "{'mode':'studio'}"],
    ['a comment', '{"mode":"studio"} // done'],
    ['two documents', '{"mode":"studio"}{}'],
    ['a line break in an image', '{"selfie_base64":"QUJD\nQUJD"}'],
    ['a bad escape in an image', '{"selfie_base64":"QUJD\\x"}'],
    ['a lone surrogate', '{"clothing_description":"red \\ud800 dress"}'],
    ['a lone surrogate in a name', '{"red \\ud800 dress":1}'],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"mode":"'), 0xc3, 0x28, ...Buffer.from('"}')])],
    ['UTF-8 cut short', Buffer.from([...Buffer.from('{"mode":"'), 0xe2, 0x82, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"mode":"studio"}', 'utf16le')],
  ])('given %s, then it is not valid JSON', async (_, body) => {
    expect(await refusal(body)).toBe('invalid_json');
  });

  test.each(['[]', '"text"', '3', 'null', 'true', '[{"selfie_base64":"QUJD"}]'])(
    'given %s, then it is no object',
    async (body) => {
      expect(await refusal(body)).toBe('not_an_object');
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json, text/plain',
    'multipart/form-data; boundary=application/json',
  ])('given Content-Type %s, then the media type is wrong', async (type) => {
    expect(await refusal('{"mode":"studio"}', { 'content-type': type })).toBe('wrong_media_type');
  });

  test.each(['gzip', 'deflate', 'BR', 'gzip, identity'])(
    'given a body with Content-Encoding %s, then the client is told that none is taken',
    async (encoding) => {
      expect(await refusal('{"mode":"studio"}', { 'content-encoding': encoding })).toBe('encoded_body');
      expect(await refusal('{"mode":"studio"}', { 'content-encoding': 'identity' })).toBe('read');
    },
  );

  test('given a body of 21 MB, declared or streamed, then the client is told that it is too large', async () => {
    expect(await refusal(`{"selfie_base64":"${'QUJD'.repeat(5_300_000)}"}`)).toBe('body_too_large');
    expect(await refusal(streamed('{"selfie_base64":"', 65_536, 330))).toBe('body_too_large');
  });

  test('given a body of exactly 20 MiB, then it is read', async () => {
    const [head, tail] = ['{"selfie_base64":"', '"}'];
    const padding = 20 * 1024 * 1024 - head.length - tail.length;
    const { outcome } = await post(`${head}${'QUJD'.repeat(padding / 4)}${tail}`);
    expect((outcome as { selfie_base64: Uint8Array }).selfie_base64).toHaveLength((padding / 4) * 3);
    expect(await refusal(`${head}${'QUJD'.repeat(padding / 4)}${tail} `)).toBe('body_too_large');
  });

  test('given more than 1 MiB besides the images, then the client is told so', async () => {
    expect(await refusal(`{"note":"${'x'.repeat(1024 * 1024)}"}`)).toBe('fields_too_large');
    expect(await refusal(`{"selfie":"${'QUJD'.repeat(1_000_000)}"}`)).toBe('fields_too_large');
    expect(await refusal(streamed('{"a":1', 65_536, 100))).toBe('fields_too_large');
  });

  test('given a client that never stops sending, then its connection is cut', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000000000\r\n\r\n');
    let answer = '';
    let sent = 0;
    await new Promise<void>((resolve) => {
      const piece = Buffer.alloc(1024 * 1024);
      const send = () => {
        while (socket.writable && socket.write(piece)) sent++;
        sent++;
      };
      socket.on('drain', send);
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
      send();
    });
    expect(answer).toContain('body_too_large');
    expect(sent).toBeLessThan(400);
  });

  test('given a client that stops in the middle, then it is refused and holds no memory any longer', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n');
    socket.write(`{"selfie_base64":"${'QUJD'.repeat(50_000)}`);
    await expect.poll(() => bodies.held).toBeGreaterThan(200_000);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    await expect.poll(() => answer).toContain('malformed_request');
    expect(bodies.held).toBe(0);
    socket.destroy();
  });

  test('given a client that is slow but never stops, then its body is read', async () => {
    const outcome = nextOutcome();
    const socket = connect(port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n');
    for (const character of '{"mode":"studio"}') {
      socket.write(character);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    expect(await outcome).toEqual({ mode: 'studio' });
    socket.destroy();
  });

  test('given more bodies than memory is for, then one that finds no room is told at once, and the next is read', async () => {
    const others = bodies.take(bodies.held + 39 * 1024 * 1024);
    const large = `{"selfie_base64":"${'QUJD'.repeat(1_000_000)}"}`;
    expect(await refusal(large)).toBe('unavailable');
    others[Symbol.dispose]();
    expect(await refusal(large)).toBe('read');
    expect(bodies.held).toBe(0);
  });
});
