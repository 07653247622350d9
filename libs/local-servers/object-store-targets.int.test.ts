import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from './object-store.ts';

// Raw sockets: clients of HTTP rewrite such targets, attackers do not.

let store: ObjectStore;

beforeAll(async () => {
  store = await startObjectStore({ bucket: 'styling-test' });
  const put = await exchange(
    'PUT /styling-test/images/picture',
    'a',
    'Authorization: any\r\nContent-Length: 3\r\n',
    'jpg',
  );
  expect(put).toMatch(/^HTTP\/1.1 200 /);
});

afterAll(() => store?.stop());

/** The whole response to a request of these very bytes. */
async function exchange(line: string, host = '127.0.0.1', headers = '', body = ''): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: store.port });
  await once(socket, 'connect');
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n${body}`);
  return text(socket);
}

test('given the address of an object, then it is served', async () => {
  expect(await exchange('GET /styling-test/images/picture')).toMatch(/^HTTP\/1.1 200 .*jpg$/s);
  expect(await exchange('GET /images/picture', 'styling-test.localhost')).toMatch(/^HTTP\/1.1 200 .*jpg$/s);
});

test.each<[line: string, host?: string, headers?: string]>([
  ['GET http://127.0.0.1/styling-test?list-type=2'],
  ['GET http://127.0.0.1/styling-test/?list-type=2'],
  ['GET http://127.0.0.1/styling-test/images/picture'],
  ['GET https://other.example/styling-test/images/picture'],
  ['GET http://127.0.0.1/images/picture', 'styling-test.localhost'],
  ['DELETE http://127.0.0.1/styling-test/images/picture'],
  ['OPTIONS *'],
  ['GET /styling-test#/x?list-type=2'],
  ['GET /styling-test/#x?list-type=2'],
  ['GET /x?list-type=2', 'styling-test#.localhost'],
  ['GET /x?list-type=2', 'styling-test#/x.localhost'],
])('given the target of "%s" (host %s), then it is refused as malformed, signed or not', async (line, host) => {
  expect(await exchange(line, host)).toMatch(/^HTTP\/1.1 400 /);
  expect(await exchange(line, host, 'Authorization: any\r\n')).toMatch(/^HTTP\/1.1 400 /);
});

test.each<[line: string, host?: string, headers?: string]>([
  ['GET /'],
  ['GET /styling-test'],
  ['GET /styling-test//?list-type=2'],
  ['GET //styling-test?list-type=2'],
  ['GET //styling-test/images/picture'],
  ['GET /%73tyling-test?list-type=2'],
  ['GET /styling-test%2f?list-type=2'],
  ['GET /?list-type=2', 'styling-test.localhost'],
  ['GET /?list-type=2', 'styling-test/?.localhost'],
  ['POST /styling-test?delete'],
  ['OPTIONS /styling-test/images/picture'],
  ['PROPFIND /styling-test/images/picture'],
])('given "%s" (host %s) without a signature, then it is refused', async (line, host) => {
  expect(await exchange(line, host)).toMatch(/^HTTP\/1.1 403 /);
});

test.each<[line: string, host?: string, headers?: string]>([
  ['GET /styling-test/%2f?list-type=2'],
  ['GET /styling-test/x?list-type=2'],
  ['GET /styling-test/%252e%252e/?list-type=2'],
  ['GET /styling-test/images/picture?list-type=2', '127.0.0.1', 'X-HTTP-Method-Override: DELETE\r\n'],
])('given "%s", then it names one object and lists nothing', async (line, host, headers) => {
  expect(await exchange(line, host, headers)).not.toContain('ListBucketResult');
  expect(await exchange('GET /styling-test/images/picture')).toMatch(/^HTTP\/1.1 200 /);
});
