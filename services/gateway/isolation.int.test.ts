import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerQueries, publish } from '@styling/bus';
import { createEvent, listImages, type RequestAccepted, requestCompleted } from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import { silentLogger } from '@styling/telemetry';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Answer, smallPhoto, startTestGateways, type TestGateways } from './gateway.fixture.ts';
import type { GatewayLimits } from './http/capacity.ts';
import { createKey } from './keys/key-administration.ts';
import { startGateway } from './service.ts';
import { tablesOf } from './tables.fixture.ts';

// One key does its worst; another user is served as if it were not there.

const MEGABYTE = 1024 * 1024;
/** Larger than what the kernel takes of a response that is not read. */
const PICTURE_BYTES = 3 * MEGABYTE;

/** Large answers take a while. */
const PATIENT = { timeout: 20_000 };

let gateways: TestGateways;
let selfie_base64: string;
let users = 0;
/** Users whose lists of images are asked for now. */
const asking: string[] = [];
/** Lists of the noisy user are answered once this resolves. */
let lists = Promise.withResolvers<void>();

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 1000, clock: () => new Date() });
  const { bus } = gateways.servers;
  const queries = { queue: 'stand-in', log: silentLogger() };
  const list = async ({ user_id }: { user_id: string }) => {
    asking.push(user_id);
    if (user_id.startsWith('noisy')) await lists.promise;
    return { images: [], next_cursor: null };
  };
  answerQueries(bus, listImages, list, queries);
  selfie_base64 = (await smallPhoto()).toString('base64');
});
afterAll(() => gateways.stop());

async function start(limits: Partial<GatewayLimits>, store: Partial<ObjectStore> = {}): Promise<number> {
  asking.length = 0;
  lists = Promise.withResolvers();
  const { deps } = gateways;
  const gateway = await startGateway(
    { ...deps, store: { ...deps.store, ...store }, limits: { ...deps.limits, ...limits } },
    0,
  );
  onTestFinished(async () => {
    lists.resolve();
    await gateway.stop();
  });
  return gateway.port;
}

const newKey = async (user: string) => (await createKey(gateways.deps, `${user}${++users}`, 'test')).key;
const read = (port: number, key: string, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-api-key': key } });
const post = (port: number, key: string, path: string, fields: object, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(fields),
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
  });

/** Sends the beginning of a request, and then nothing; reads nothing either. */
function send(port: number, key: string, path: string, headers: string[], text: string): Socket {
  const socket = connect(port, '127.0.0.1').setMaxListeners(0).pause();
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json', ...headers];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  return socket;
}

/** The store's `get`, and the names that it was asked for. */
function recordingGet() {
  const fetched: string[] = [];
  const get: ObjectStore['get'] = (name) => {
    fetched.push(name);
    return gateways.deps.store.get(name);
  };
  return { fetched, get };
}

/** Ends a request of `/style_me` with four large pictures. */
async function completeWithPictures({ data }: RequestAccepted): Promise<void> {
  const { store, bus } = gateways.servers;
  const picture = Buffer.alloc(PICTURE_BYTES, 'picture');
  const advice = { description: 'a look', items: ['a coat'], style: 'casual', mime_type: 'image/jpeg' };
  const outfits = data.image_ids.map((id) => ({ ...advice, object: objectNames.image(id) }));
  for (const { object } of outfits) await store.put(object, picture, 'image/jpeg');
  const object = objectNames.result(data);
  await store.put(object, Buffer.from(JSON.stringify({ outfits })), 'application/json');
  const { request_id, user_id, key_id, endpoint, gateway, received_at } = data;
  const result = { image_id: null, object, mime_type: 'application/json' };
  const ended = { request_id, user_id, key_id, endpoint, gateway, received_at, status: 200, error: null } as const;
  const completed = { ...ended, answered_by: 'style' as const, latency_ms: 1, result };
  await publish(bus, createEvent(requestCompleted, '/services/style', new Date(), completed));
}

it('given answers of one user that nobody reads, then only a few are fetched, and another user is served', async () => {
  const { fetched, get } = recordingGet();
  const port = await start({}, { get });
  gateways.setWork((event) =>
    event.data.capability === 'style' ? completeWithPictures(event) : gateways.complete(event),
  );
  const noisy = await newKey('noisy');
  const fields = { selfie_base64: selfie_base64, num_outfits: 4 };
  const key = { 'idempotency-key': 'the-same' };
  expect((await (await post(port, noisy, '/style_me', fields, key)).arrayBuffer()).byteLength).toBeGreaterThan(
    4 * PICTURE_BYTES,
  );
  const ofOne = fetched.length;
  const text = JSON.stringify(fields);
  const headers = ['Idempotency-Key: the-same', `Content-Length: ${text.length}`];
  const unread = Array.from({ length: 8 }, () => send(port, noisy, '/style_me', headers, text));
  await expect.poll(() => fetched.length).toBeGreaterThan(ofOne);
  expect((await gateways.tryOn(await newKey('quiet'), { at: { port } })).status).toBe(200);
  await sleep(300);
  expect(fetched.length).toBeLessThanOrEqual(3 * ofOne);
  // Whoever reads, or leaves, makes room for the next.
  for (const socket of unread) socket.destroy();
  const replayed = await post(port, noisy, '/style_me', fields, key);
  expect(replayed.headers.get('idempotent-replayed')).toBe('true');
  await replayed.arrayBuffer();
});

it('given an answer that nobody reads, then its bytes are not free for another one until its client has left', async () => {
  const { fetched, get } = recordingGet();
  const port = await start({ bodyBytes: 8 * PICTURE_BYTES }, { get });
  gateways.setWork(completeWithPictures);
  const fields = { selfie_base64: selfie_base64, num_outfits: 4 };
  const key = { 'idempotency-key': 'the-same' };
  const [slow, other] = [await newKey('slow'), await newKey('other')];
  for (const user of [slow, other]) await (await post(port, user, '/style_me', fields, key)).arrayBuffer();
  const text = JSON.stringify(fields);
  const headers = ['Idempotency-Key: the-same', `Content-Length: ${text.length}`];
  const before = fetched.length;
  const unread = send(port, slow, '/style_me', headers, text);
  await expect.poll(() => fetched.length, PATIENT).toBe((3 * before) / 2);
  const status = async () => {
    const response = await post(port, other, '/style_me', fields, key);
    await response.arrayBuffer();
    return response.status;
  };
  await expect.poll(status, PATIENT).toBe(503);
  unread.destroy();
  await expect.poll(status, PATIENT).toBe(200);
});

it('given unfinished bodies of one user, then they do not fill the memory, and another user is served', async () => {
  const port = await start({ bodyBytes: 4 * MEGABYTE });
  gateways.setWork((event) => gateways.complete(event));
  const noisy = await newKey('noisy');
  const beginning = `{"selfie_base64":"${'QUJD'.repeat((1.2 * MEGABYTE) / 4)}`;
  const slow = Array.from({ length: 6 }, () =>
    send(port, noisy, '/try_on_outfit', ['Content-Length: 19000000'], beginning),
  );
  await sleep(300);
  const quiet = await newKey('quiet');
  expect((await gateways.tryOn(quiet, { at: { port }, body: { note: 'x'.repeat(900_000) } })).status).toBe(200);
  const waiting = gateways.tryOn(noisy, { at: { port } });
  for (const socket of slow) socket.destroy();
  expect((await waiting).status).toBe(200);
});

it('given more reads of one user than there is room for at all, then another user still has room', async () => {
  const port = await start({ requests: 64 });
  const [noisy, quiet] = [await newKey('noisy'), await newKey('quiet')];
  const reads = Array.from({ length: 64 }, () => read(port, noisy, '/images'));
  await expect.poll(() => asking.length).toBeGreaterThan(0);
  await sleep(200);
  expect((await read(port, quiet, '/images')).status).toBe(200);
  expect((await read(port, noisy, '/images')).status).toBe(503);
  lists.resolve();
  expect((await Promise.all(reads)).map(({ status }) => status)).toContain(200);
});

const expectTurnedAway = ({ status, headers, body }: Answer) =>
  expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'unavailable']);

it('given as many waiting requests as there is room for, then another is turned away and leaves no trace, and quick ones are served', async () => {
  const at = { port: await start({ requests: 4 }) };
  const held: RequestAccepted[] = [];
  gateways.setWork(async (event) => void held.push(event));
  const completeAll = () => Promise.all(held.splice(0).map((event) => gateways.complete(event)));
  const keys = [await newKey('a'), await newKey('b'), await newKey('c')];
  const last = await newKey('last');
  const waiting = keys.map((key) => gateways.tryOn(key, { at }));
  await expect.poll(() => held.length).toBe(3);
  expectTurnedAway(await gateways.tryOn(last, { at }));
  expect((await read(at.port, last, '/images')).status).toBe(200);
  const slots = await tablesOf(gateways.db).selectFrom('admission').select('user_id').execute();
  expect(slots.map(({ user_id }) => user_id)).not.toContain(`last${users}`);
  await completeAll();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = gateways.tryOn(last, { at });
  await expect.poll(() => held.length).toBe(1);
  await completeAll();
  expect((await again).status).toBe(200);
});

it('given a slow body that fills the memory, then a further one is turned away, and taken once it is gone', async () => {
  const at = { port: await start({ bodyBytes: 2_000_000 }) };
  gateways.setWork((event) => gateways.complete(event));
  const [key, slow] = [await newKey('quiet'), await newKey('slow')];
  const large = { note: 'x'.repeat(500_000) };
  const beginning = `{"selfie_base64":"${'QUJD'.repeat(450_000)}`;
  const socket = send(at.port, slow, '/try_on_outfit', ['Content-Length: 19000000'], beginning);
  // If it arrives before the slow body has filled the memory, it is answered at once and not counted.
  const refused = { ...large, mode: 'none' };
  await expect.poll(async () => (await gateways.tryOn(key, { at, body: refused })).status).toBe(503);
  expectTurnedAway(await gateways.tryOn(key, { at, body: large }));
  socket.destroy();
  await expect.poll(async () => (await gateways.tryOn(key, { at, body: large })).status).toBe(200);
});
