import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, connectBus, publish } from '@styling/bus';
import { createEvent, createWebhook, idFrom, keyCreated } from '@styling/contracts';
import { waitUntil } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import type { Measure } from '../bench.ts';
import { value } from '../row.ts';
import { atLeast, atMost } from '../statistics.ts';

const ENDPOINTS = 200;
/** Every tenth receiver never responds. */
const DEAD_EVERY = 10;
const EVENTS_A_SECOND = 100;
const [SHORT_S, LONG_S] = [20, 120];
const ARRIVED_WITHIN_MS = 60_000;

/**
 * How long an event takes from the log to the webhook of its user, with a tenth of the receivers dead: 200 users with a webhook each,
 * 100 events a second. The bench is the receiver of all.
 */
export const deliveries: Measure = {
  name: 'deliveries',
  onlyInFull: true,
  async run({ startRig, long }) {
    const rig = await startRig({ services: ['webhooks'], environment: { ALLOW_PRIVATE_URLS: '1' } });
    const bus = await connectBus({ servers: rig.natsUrl, name: 'bench', log: silentLogger() });
    const arrived = new Map<string, number>();
    const receiver = await startReceiver(arrived);
    try {
      const users = Array.from({ length: ENDPOINTS }, (_, index) => `user${index}`);
      for (const [index, user_id] of users.entries()) {
        const url = `${receiver.url}/${index % DEAD_EVERY === 0 ? 'dead' : 'alive'}`;
        const key_id = idFrom('key', randomBytes(12));
        await ask(bus, createWebhook, { user_id, key_id, url, events: ['key.created'], description: '' });
      }
      const published = new Map<string, number>();
      const count = EVENTS_A_SECOND * (long ? LONG_S : SHORT_S);
      const publishing: Promise<unknown>[] = [];
      const start = performance.now();
      for (let number = 0; number < count; number++) {
        await sleep(Math.max(0, start + (number * 1000) / EVENTS_A_SECOND - performance.now()));
        const key_id = idFrom('key', randomBytes(12));
        const index = number % ENDPOINTS;
        const event = createEvent(keyCreated, '/services/gateway', new Date(), { key_id, user_id: `user${index}` });
        if (index % DEAD_EVERY !== 0) published.set(key_id, performance.now());
        publishing.push(publish(bus, event));
      }
      await Promise.all(publishing);
      await waitUntil(() => arrived.size >= published.size, { timeoutMs: ARRIVED_WITHIN_MS });
      const delays = [...published]
        .map(([id, at]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at)
        .sort((a, b) => a - b);
      const at = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN;
      return [
        value({ what: 'events that arrived at live receivers', unit: '', goal: atLeast(published.size) }, arrived.size),
        value(
          { what: 'from an event to its receiver, a tenth dead: median', unit: 'ms', goal: atMost(1_000) },
          at(0.5),
        ),
        value({ what: 'the same: p99', unit: 'ms', goal: atMost(5_000) }, at(0.99)),
      ];
    } finally {
      receiver.stop();
      await bus.close();
    }
  },
};

/** Notes when the event about each key first arrived at `/alive`; who asks at `/dead` never gets a response. */
async function startReceiver(arrived: Map<string, number>) {
  const receive: RequestListener = async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => []);
    if (request.url === '/dead') return;
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    if (!arrived.has(data.key_id)) arrived.set(data.key_id, performance.now());
    response.writeHead(204).end();
  };
  const server = createServer(receive).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
