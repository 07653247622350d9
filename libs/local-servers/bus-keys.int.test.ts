import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, nkeyAuthenticator } from '@nats-io/transport-node';
import { newUserNkey, nkeyVariable } from '@styling/bus';
import { busUserNames } from '@styling/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { busKeyFile, localBusKeys } from './bus-keys.ts';
import { findNatsServer } from './nats-binary.ts';
import { startNatsServer } from './nats-server.ts';

const AUTHORIZATION = new URL('../../deploy/nats/authorization.conf', import.meta.url);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bus-keys-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('given an empty folder, then every user gets a key that only we can read, and keeps it', async () => {
  const keys = join(folder, 'keys');
  const authorization = await localBusKeys(keys);
  expect((await readdir(keys)).sort()).toEqual(busUserNames.map((user) => `${user}.nk`).sort());
  expect((await stat(keys)).mode & 0o777).toBe(0o700);
  for (const user of busUserNames) {
    expect((await stat(busKeyFile(keys, user))).mode & 0o777).toBe(0o600);
    expect(authorization).not.toContain((await readFile(busKeyFile(keys, user), 'utf8')).trim());
  }
  expect(await localBusKeys(keys)).toBe(authorization);
});

test('given a file that holds no seed, then the error names it', async () => {
  await writeFile(join(folder, 'gateway.nk'), 'nothing');
  await expect(localBusKeys(folder)).rejects.toThrow(`${join(folder, 'gateway.nk')} holds no seed`);
});

test('given the file for production and the variables that it names, then a server takes it and lets the users in', async () => {
  const gateway = newUserNkey();
  for (const user of busUserNames) process.env[nkeyVariable(user)] = newUserNkey().publicKey;
  process.env[nkeyVariable('gateway')] = gateway.publicKey;
  const authorization = await readFile(AUTHORIZATION, 'utf8');
  const server = await startNatsServer({ binary: await findNatsServer(), dataDir: folder, authorization });
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(gateway.seed));
  const connection = await connect({ servers: server.url, authenticator });
  await connection.flush();
  await connection.close();
  await expect(connect({ servers: server.url })).rejects.toThrow('Authorization Violation');
  await server.stop();
});

test('given a variable that is missing, then the server does not start, and says which', async () => {
  const authorization = await readFile(AUTHORIZATION, 'utf8');
  for (const user of busUserNames) delete process.env[nkeyVariable(user)];
  const starting = startNatsServer({ binary: await findNatsServer(), dataDir: folder, authorization });
  await expect(starting).rejects.toThrow(/NATS_NKEY_GATEWAY/);
});
