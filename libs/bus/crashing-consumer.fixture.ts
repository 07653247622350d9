import { silentLogger } from '@styling/telemetry';
import { connectBus } from './connect.ts';
import { consumeEvents } from './consume.ts';

// `node crashing-consumer.fixture.ts <server> <durable> <filter> <poison event id> [<concurrency>]`: a consumer in a process
// of its own, whose handler dies with its process at one event. It writes a line for each event it is given.
const [, , servers = '', durable = '', filter = '', poison = '', concurrency = '1'] = process.argv;
const log = silentLogger();
const bus = await connectBus({ servers, name: durable, log });
await consumeEvents(bus, {
  durable,
  filter,
  ackWaitMs: 1_000,
  concurrency: Number(concurrency),
  maxDeliver: 1,
  log,
  handle: async ({ id }) => {
    process.stdout.write(`${id}\n`);
    if (id === poison) process.kill(process.pid, 'SIGKILL');
  },
  onGivenUp: async ({ id }) => void process.stdout.write(`given up ${id}\n`),
});
