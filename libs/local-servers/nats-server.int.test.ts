import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findNatsServer } from './nats-binary.ts';
import { type NatsServer, startNatsServer, stopOrphanedNatsServer } from './nats-server.ts';

let binary: string;
let dataDir: string;
let running: NatsServer[];

beforeAll(async () => {
  binary = await findNatsServer();
});
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'nats server-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

const start = async (options: { port?: number } = {}) => {
  const server = await startNatsServer({ binary, dataDir, ...options });
  running.push(server);
  return server;
};

const publish = async ({ url }: NatsServer) => {
  const connection = await connect({ servers: url });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: 'S', subjects: ['s.>'] });
  await jetstream(connection).publish('s.a', 'kept');
  await connection.close();
};

const count = async ({ url }: NatsServer) => {
  const connection = await connect({ servers: url });
  const { state } = await (await jetstreamManager(connection)).streams.info('S');
  await connection.close();
  return state.messages;
};

test.each(['stop', 'kill'] as const)(
  'given %s and a new start, then acknowledged messages are still there',
  async (end) => {
    const first = await start();
    await publish(first);
    await first[end]();
    expect(await count(await start())).toBe(1);
  },
);

test('given a server that a killed run left behind, then a new start takes over from it', async () => {
  const orphan = await start();
  await publish(orphan);
  const next = await start();
  await orphan.exited;
  expect(next.pid).not.toBe(orphan.pid);
  expect(await count(next)).toBe(1);
});

test('given a pid file with the pid of someone else, then that one is left alone', async () => {
  await writeFile(join(dataDir, 'nats-server.pid'), String(process.pid));
  expect(await stopOrphanedNatsServer(dataDir)).toBe('foreign');
  expect((await start()).pid).not.toBe(process.pid);
});

test('given a busy port, then one clear error says so', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  await expect(start({ port })).rejects.toThrow(`nats-server: port ${port} of 127.0.0.1 is already in use`);
  other.close();
});

test('given a store it cannot use, then its own last word is the error', async () => {
  await writeFile(join(dataDir, 'jetstream'), 'a file where a folder should be');
  await expect(start()).rejects.toThrow(/^nats-server did not start: .*jetstream/i);
});

test('given no executable, then that is the error', async () => {
  await expect(startNatsServer({ binary: '/nowhere/nats-server', dataDir })).rejects.toThrow(
    'cannot execute /nowhere/nats-server',
  );
});
