import { connect, type Socket } from 'node:net';
import { answerQueries } from '@styling/bus';
import { type RequestAccepted, readUsage } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Answer, startTestGateways, type TestGateways } from './gateway.fixture.ts';
import type { GatewayLimits } from './http/capacity.ts';
import { createKey } from './keys/key-administration.ts';
import { startGateway } from './service.ts';

let gateways: TestGateways;
let users = 0;
/** Requests that the worker has and does not end by itself. */
let held: RequestAccepted[] = [];

beforeAll(async () => {
  gateways = await startTestGateways({ dailyLimit: 5, clock: () => new Date() });
  gateways.setWork(async (event) => void held.push(event));
  const { servers } = gateways;
  const report = { total_requests: 0, requests_by_endpoint: {}, requests_today: 0, recent_requests: [] };
  answerQueries(servers.bus, readUsage, async () => report, { queue: 'usage', log: silentLogger() });
});
afterAll(() => gateways.stop());

async function start(limits: Partial<GatewayLimits>): Promise<number> {
  held = [];
  const gateway = await startGateway({ ...gateways.deps, limits }, 0);
  onTestFinished(async () => {
    await completeAll();
    await gateway.stop();
  });
  return gateway.port;
}
const completeAll = () => Promise.all(held.splice(0).map((event) => gateways.complete(event)));
const newKey = async () => (await createKey(gateways.deps, `overload${++users}`, 'test')).key;
const tryOn = (port: number, key: string, body?: object) => gateways.tryOn(key, { at: { port }, body });

function expectTurnedAway({ status, headers, body }: Answer): void {
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  expect(body).toMatchObject({ error: 'Service temporarily unavailable', code: 'unavailable' });
}

/** Begins a request and sends `bytes` bytes of a body that never ends. */
function hold(port: number, key: string, bytes: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const head = ['POST /try_on_outfit HTTP/1.1', 'Host: x', `X-API-Key: ${key}`, 'Content-Type: application/json'];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 20000000\r\n\r\n{"selfie_base64":"`);
  socket.write('QUJD'.repeat(bytes / 4));
  return socket;
}

it('given as many waiting requests as there is room for, then another is turned away and leaves no trace, and quick ones are served', async () => {
  const port = await start({ requests: 4 });
  const keys = [await newKey(), await newKey(), await newKey(), await newKey()] as const;
  const waiting = keys.slice(0, 3).map((key) => tryOn(port, key));
  await expect.poll(() => held.length).toBe(3);
  expectTurnedAway(await tryOn(port, keys[3]));
  expect((await gateways.ask(keys[3], '/usage', { at: { port } })).status).toBe(200);
  const slots = await gateways.db.selectFrom('admission').select('user_id').execute();
  expect(slots.map(({ user_id }) => user_id)).not.toContain(`overload${users}`);
  await completeAll();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const again = tryOn(port, keys[3]);
  await expect.poll(() => held.length).toBe(1);
  await completeAll();
  expect((await again).status).toBe(200);
});

it('given slow bodies that fill the memory, then a further one is turned away, and taken once they are gone', async () => {
  const port = await start({ bodyBytes: 2_000_000 });
  const [key, slowKey] = [await newKey(), await newKey()];
  const large = { note: 'x'.repeat(500_000) };
  // If it arrives before the slow body has filled the memory, it is answered at once and not counted.
  const refused = { ...large, mode: 'none' };
  const slow = hold(port, slowKey, 1_800_000);
  await expect.poll(async () => (await tryOn(port, key, refused)).status).toBe(503);
  expectTurnedAway(await tryOn(port, key, large));
  slow.destroy();
  gateways.setWork((event) => gateways.complete(event));
  await expect.poll(async () => (await tryOn(port, key, large)).status).toBe(200);
});
