import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectStore, startObjectStore } from './object-store.ts';
import { CREDENTIALS, clientOf } from './store-client.fixture.ts';

// Raw sockets: clients of HTTP rewrite such targets, attackers do not.

let store: ObjectStore;

beforeAll(async () => {
  store = await startObjectStore({ bucket: 'styling-test', credentials: CREDENTIALS });
  await clientOf(store).send(new PutObjectCommand({ Bucket: 'styling-test', Key: 'images/picture', Body: 'jpg' }));
});

afterAll(() => store?.stop());

/** The whole response to a request of these very bytes. */
async function exchange(line: string, host = '127.0.0.1', headers = ''): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: store.port });
  await once(socket, 'connect');
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\n${headers}Connection: close\r\n\r\n`);
  return text(socket);
}

test.each(['localhost', 'localhost:9000', '127.0.0.1:1', '[::1]', '[::1]:9000'])(
  'given the host %s, then it is served',
  async (host) => {
    expect(await exchange('GET /styling-test/images/picture', host)).toMatch(/^HTTP\/1.1 200 .*jpg$/s);
  },
);

test.each(['styling.evil.example:9000', 'evil.example#localhost', 'localhost:9000@evil.example', '0.0.0.0:9000', ''])(
  'given the host "%s", as when a name of theirs resolves to this machine, then nothing is served',
  async (host) => {
    for (const line of ['GET /styling-test/images/picture', 'GET /images/picture', 'GET /?list-type=2']) {
      for (const signed of ['', '&X-Amz-Signature=x']) {
        const response = await exchange(`${line}${signed && (line.includes('?') ? signed : `?${signed}`)}`, host);
        expect(response).toMatch(/^HTTP\/1.1 403 /);
        expect(response).not.toMatch(/jpg$/);
      }
    }
  },
);

test.each([
  ['GET http://127.0.0.1/styling-test?list-type=2'],
  ['GET https://other.example/styling-test/images/picture'],
  ['DELETE http://127.0.0.1/styling-test/images/picture'],
  ['OPTIONS *'],
  ['GET /styling-test#/x?list-type=2'],
])('given the target of "%s", then it is refused as malformed, signed or not', async (line) => {
  expect(await exchange(line)).toMatch(/^HTTP\/1.1 400 /);
  expect(await exchange(line, undefined, 'Authorization: any\r\n')).toMatch(/^HTTP\/1.1 400 /);
});

test.each([
  ['GET /'],
  ['GET /styling-test'],
  ['GET //styling-test?list-type=2'],
  ['GET /%73tyling-test?list-type=2'],
  ['GET /other-bucket/images/picture'],
  ['POST /styling-test?delete'],
  ['OPTIONS /styling-test/images/picture'],
])('given "%s" without a signature, then it is refused', async (line) => {
  expect(await exchange(line)).toMatch(/^HTTP\/1.1 403 /);
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
