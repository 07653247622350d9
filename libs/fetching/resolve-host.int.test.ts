import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { fetchImage } from './fetch-image.ts';
import { resolveByDns } from './resolve-host.ts';
import { isPublicAddress } from './url-policy.ts';

type Query = { name: string; type: 'A' | 'AAAA' };
/** Addresses of the asked type, an RCODE, or no response at all. */
type Response = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | undefined;

const rcodes = { NXDOMAIN: 3, SERVFAIL: 2 };
const signal = new AbortController().signal;
const publicAddress = '93.184.215.14';
/** Any port, so that only the address rules decide. */
const policy = { allowsPort: () => true, allowsAddress: isPublicAddress };

let queries: Query[];
beforeEach(() => {
  queries = [];
});

/** A DNS server on a loopback UDP port; records every query. Returns its address and port. */
async function dnsServer(respond: (query: Query) => Response): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (message, client) => {
    const { query, question } = readQuery(message);
    queries.push(query);
    const response = respond(query);
    if (response) socket.send(encode(message, question, response), client.port, client.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

function readQuery(message: Buffer): { query: Query; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = message.readUInt16BE(at + 1) === 28 ? 'AAAA' : 'A';
  return { query: { name: labels.join('.'), type }, question: message.subarray(12, at + 5) };
}

/** RFC 1035, 4.1; every record names the question by a pointer. */
function encode(message: Buffer, question: Buffer, response: Exclude<Response, undefined>): Buffer {
  const addresses = typeof response === 'string' ? [] : response.map((address) => ipaddr.parse(address).toByteArray());
  const header = Buffer.alloc(12);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (typeof response === 'string' ? rcodes[response] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.flatMap((bytes) => [
    Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]),
    Buffer.from(bytes),
  ]);
  return Buffer.concat([header, question, ...records]);
}

const silent = () => dnsServer(() => undefined);

async function hostsFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'hosts'), text);
  return join(folder, 'hosts');
}

describe('resolving a host by DNS', () => {
  test('given addresses of both families, then all of them, IPv4 first', async () => {
    const server = await dnsServer(({ type }) => (type === 'A' ? ['192.0.2.1', '192.0.2.2'] : ['2001:db8::1']));
    expect(await resolveByDns({ servers: [server] })('shop.example', signal)).toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
    expect(queries).toEqual(
      expect.arrayContaining([
        { name: 'shop.example', type: 'A' },
        { name: 'shop.example', type: 'AAAA' },
      ]),
    );
  });

  test.each(['SERVFAIL', []] as const)(
    'given addresses of one family and %j of the other, then those',
    async (other) => {
      const server = await dnsServer(({ type }) => (type === 'AAAA' ? ['2001:db8::1'] : other));
      expect(await resolveByDns({ servers: [server] })('shop.example', signal)).toEqual([
        { address: '2001:db8::1', family: 6 },
      ]);
    },
  );

  test('given a name that does not exist, then it rejects', async () => {
    const server = await dnsServer(() => 'NXDOMAIN');
    await expect(resolveByDns({ servers: [server] })('shop.example', signal)).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  test('given a server that does not respond, then it rejects after one query for each family', async () => {
    const servers = [await silent()];
    await expect(resolveByDns({ servers, timeoutMs: 300 })('shop.example', signal)).rejects.toMatchObject({
      code: 'ETIMEOUT',
    });
    expect(queries.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
  });

  test('given an abort, then the queries are cancelled; given one before, then none is sent', async () => {
    const controller = new AbortController();
    const resolve = resolveByDns({ servers: [await silent()], timeoutMs: 3_600_000 });
    const resolving = resolve('shop.example', controller.signal);
    const cancelled = expect(resolving).rejects.toMatchObject({ code: 'ECANCELLED' });
    await expect.poll(() => queries.length).toBe(2);
    controller.abort();
    await cancelled;
    await expect(resolve('shop.example', controller.signal)).rejects.toThrow();
    expect(queries).toHaveLength(2);
  });
});

describe('the hosts file', () => {
  test.each(['shop.example', 'SHOP', 'shop.example.'])(
    'given %s in it, then its addresses, and no query',
    async (name) => {
      const file = await hostsFile(
        '# 192.0.2.9 shop\n\n127.0.0.1\tlocalhost\r\n192.0.2.1 \t Shop.example shop # ours\n2001:db8::1 shop.example shop\nrubbish shop\n',
      );
      const server = await dnsServer(() => 'NXDOMAIN');
      expect(await resolveByDns({ servers: [server], hostsFile: file })(name, signal)).toEqual([
        { address: '192.0.2.1', family: 4 },
        { address: '2001:db8::1', family: 6 },
      ]);
      expect(queries).toEqual([]);
    },
  );

  test.each(['localhost', 'shop.localhost'])('given none, then %s is loopback, whatever DNS responds', async (name) => {
    const server = await dnsServer(() => [publicAddress]);
    const resolve = resolveByDns({ servers: [server], hostsFile: '/nowhere/hosts' });
    const addresses = await resolve(name, signal);
    expect(addresses).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(queries).toEqual([]);
  });
});

test('a name below .invalid does not exist, whatever DNS responds (RFC 6761)', async () => {
  const server = await dnsServer(() => [publicAddress]);
  await expect(resolveByDns({ servers: [server] })('outfit.invalid', signal)).rejects.toMatchObject({
    code: 'ENODATA',
  });
  expect(queries).toEqual([]);
});

describe('fetching from a host that DNS resolves', () => {
  test('given loopback among its IPv6 addresses, then it is forbidden', async () => {
    const server = await dnsServer(({ type }) => (type === 'A' ? [publicAddress] : ['::1']));
    const resolve = resolveByDns({ servers: [server] });
    await expect(fetchImage('http://shop.example:9/', { field: 'image_url', policy, resolve })).rejects.toMatchObject({
      code: 'forbidden_url',
    });
  });
});
