import { type AddressInfo, createServer, type Socket } from 'node:net';
import { subjectOf } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { aReadAnswered, type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Bus, connectBus } from './connect.ts';
import { publish } from './publish.ts';
import { createStreams } from './streams.ts';

let nats: RestartableNats;
let bus: Bus;
beforeAll(async () => {
  nats = await startRestartableNats();
  bus = await nats.connect();
});
afterAll(() => nats.stop());

const info = 'INFO {"server_id":"x","version":"2.9.10","max_payload":1048576,"headers":true}\r\n';

/** Starts a server that treats each connection as `answer` does. @returns its address */
async function startFake(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => answer(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `nats://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('given the streams exist, when they are created again, also by many at once, then nothing changes', async () => {
  const before = (await bus.jsm.streams.info('EVENTS')).config;
  await Promise.all([1, 2, 3].map(() => createStreams(bus, { replicas: 1 })));
  expect((await bus.jsm.streams.info('EVENTS')).config).toEqual(before);
  expect(before).toMatchObject({ deny_delete: true, deny_purge: true, discard: 'new', max_age: 0 });
});

it('given a stream with other settings, when they can be changed, then they are', async () => {
  await bus.jsm.streams.update('DEAD_LETTERS', { max_msgs: 5 });
  await createStreams(bus, { replicas: 1 });
  expect((await bus.jsm.streams.info('DEAD_LETTERS')).config.max_msgs).toBe(100_000);
});

it('given more reads of one user than fit, then those of another are still there', async () => {
  await createStreams(bus, { replicas: 1, readsMaxBytes: 200_000 });
  await publish(bus, aReadAnswered(1, { user_id: 'bob' }));
  for (let read = 2; read < 402; read++) await publish(bus, aReadAnswered(read));
  const { state } = await bus.jsm.streams.info('READS', { subjects_filter: '>' });
  expect(state.subjects).toMatchObject({ [subjectOf(aReadAnswered(1, { user_id: 'bob' }))]: 1 });
  await createStreams(bus, { replicas: 1 });
});

it('given a stream that keeps too little, when it cannot be changed, then the error names the setting', async () => {
  await bus.jsm.streams.delete('DEAD_LETTERS');
  await bus.jsm.streams.add({ name: 'DEAD_LETTERS', subjects: ['styling.dead.>'], storage: 'memory' });
  await expect(createStreams(bus, { replicas: 1 })).rejects.toThrow('storage is "memory", not "file"');
});

it("given more replicas than servers, then the error is the server's", async () => {
  await bus.jsm.streams.delete('DEAD_LETTERS');
  await expect(createStreams(bus, { replicas: 3 })).rejects.toThrow(/replicas/);
});

it('given no server, when connecting, then one error says so after the time is up', async () => {
  const connecting = connectBus({
    servers: 'nats://127.0.0.1:1',
    name: 'lonely',
    log: silentLogger(),
    firstConnectMs: 300,
  });
  await expect(connecting).rejects.toThrow('no connection to NATS as lonely within 300 ms');
});

it('given a server that refuses the credentials, when connecting, then that is said at once', async () => {
  const servers = await startFake((socket) => {
    socket.write(info);
    socket.once('data', () => socket.end("-ERR 'Authorization Violation'\r\n"));
  });
  const connecting = connectBus({ servers, name: 'stranger', log: silentLogger(), firstConnectMs: 60_000 });
  await expect(connecting).rejects.toMatchObject({ cause: { name: 'AuthorizationError' } });
});

it('given a server without TLS that hangs when it is asked again, then the error says why it refused', async () => {
  let asked = 0;
  const servers = await startFake((socket) => {
    if (asked++ === 0) socket.write(info);
  });
  const connecting = connectBus({ servers, name: 'waiting', tls: {}, log: silentLogger(), firstConnectMs: 1_500 });
  await expect(connecting).rejects.toThrow("server does not support 'tls'");
  expect(asked).toBeGreaterThan(1);
});

it('given little time to connect, then an attempt has all of its own, as later ones to reconnect have', async () => {
  const hurried = await connectBus({ servers: nats.url, name: 'hurried', log: silentLogger(), firstConnectMs: 1 });
  expect(hurried.isConnected()).toBe(true);
  await hurried.close();
});

it('given a server that is gone, when the bus is closed, then it closes', async () => {
  const other = await nats.connect();
  await nats.kill();
  await other.close();
  expect(other.nc.isClosed()).toBe(true);
  await nats.restart();
});
