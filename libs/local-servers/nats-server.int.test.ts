import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { newUserNkey, nkeyVariable } from '@styling/bus';
import { busUserNames } from '@styling/contracts';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findNatsServer } from './nats-binary.ts';
import { busKeyFile, localBusKeys, natsFailure, startNatsServer } from './nats-server.ts';

const AUTHORIZATION = new URL('../../deploy/nats/authorization.conf', import.meta.url);

type NatsServer = Awaited<ReturnType<typeof startNatsServer>>;

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

const start = async (options: { port?: number; authorization?: string } = {}) => {
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
  expect((await start()).pid).not.toBe(process.pid);
});

test('given a fatal line among others, or none, then the last fatal one, or the last of all, is why', () => {
  const output = `[7] 2026/01/02 03:04:05.000001 [INF] Starting nats-server
[7] 2026/01/02 03:04:05.000002 [FTL] Can't start JetStream: no space
[7] 2026/01/02 03:04:05.000003 [INF] Server Exiting..
`;
  expect(natsFailure(output)).toBe("Can't start JetStream: no space");
  expect(natsFailure('nats-server: flag not defined: -x\n\n')).toBe('nats-server: flag not defined: -x');
  expect(natsFailure('')).toBe('it ended without output');
});

test('given an empty folder, then every user gets a key that only we can read, and keeps it', async () => {
  const keys = join(dataDir, 'keys');
  const authorization = await localBusKeys(keys);
  expect((await readdir(keys)).sort()).toEqual(busUserNames.map((user) => `${user}.nk`).sort());
  expect((await stat(keys)).mode & 0o777).toBe(0o700);
  for (const user of busUserNames) {
    expect((await stat(busKeyFile(keys, user))).mode & 0o777).toBe(0o600);
    expect(authorization).not.toContain((await readFile(busKeyFile(keys, user), 'utf8')).trim());
  }
  expect(await localBusKeys(keys)).toBe(authorization);
  await writeFile(join(keys, 'gateway.nk'), 'nothing');
  await expect(localBusKeys(keys)).rejects.toThrow(`${join(keys, 'gateway.nk')} holds no seed`);
});

test('given the file for production, then a server with the variables that it names lets the users in; else it says what is missing', async () => {
  const gateway = newUserNkey();
  for (const user of busUserNames) process.env[nkeyVariable(user)] = newUserNkey().publicKey;
  process.env[nkeyVariable('gateway')] = gateway.publicKey;
  const authorization = await readFile(AUTHORIZATION, 'utf8');
  const server = await start({ authorization });
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(gateway.seed));
  const connection = await connect({ servers: server.url, authenticator });
  await connection.flush();
  await connection.close();
  await expect(connect({ servers: server.url })).rejects.toThrow('Authorization Violation');
  await server.stop();
  for (const user of busUserNames) delete process.env[nkeyVariable(user)];
  await expect(start({ authorization })).rejects.toThrow(/NATS_NKEY_GATEWAY/);
});
