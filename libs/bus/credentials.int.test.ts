import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@styling/telemetry';
import { type RestartableNats, startRestartableNats } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBus } from './connect.ts';
import { busAccess, newUserNkey } from './credentials.ts';

const NATS_URL = 'nats://127.0.0.1:1';
let folder: string;
let open: RestartableNats;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'access-'));
  open = await startRestartableNats();
});
afterAll(async () => {
  await open.stop();
  await rm(folder, { recursive: true, force: true });
});
const fileWith = async (name: string, content: string) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

it("given a key, and a user's own server that asks for none, then it connects", async () => {
  const NATS_NKEY_FILE = await fileWith('mine.nk', `${newUserNkey().seed}\n`);
  const access = busAccess({ NATS_URL: open.url, NATS_NKEY_FILE }, 'gateway');
  const bus = await connectBus({ ...access, log: silentLogger() });
  expect(bus.newInbox()).toMatch(/^_INBOX_gateway\./);
  await bus.close();
});

it('given a password, then it is what the server is told', () => {
  const { authenticator } = busAccess({ NATS_URL, NATS_USER: 'me', NATS_PASSWORD: 'secret' }, 'gateway');
  expect(authenticator?.()).toEqual({ user: 'me', pass: 'secret' });
});

it('given a seed that is exchanged while the process runs, then the next connection proves itself with the new one', async () => {
  const [first, second] = [newUserNkey(), newUserNkey()];
  const NATS_NKEY_FILE = await fileWith('exchanged.nk', first.seed);
  const { authenticator } = busAccess({ NATS_URL, NATS_NKEY_FILE }, 'gateway');
  expect(authenticator?.('nonce')).toMatchObject({ nkey: first.publicKey });
  await writeFile(NATS_NKEY_FILE, second.seed);
  expect(authenticator?.('nonce')).toMatchObject({ nkey: second.publicKey });
});

it.each([
  [{ NATS_NKEY_FILE: '/nowhere/x.nk' }, 'NATS_NKEY_FILE: no seed of an nkey can be read from it'],
  [{ NATS_NKEY_FILE: '/nowhere/x.nk', NATS_USER: 'me' }, 'NATS_NKEY_FILE and NATS_USER are both set'],
  [{ NATS_USER: 'me' }, 'NATS_PASSWORD is not set'],
  [{ NATS_PASSWORD: 'secret' }, 'NATS_USER is not set'],
])('given %j, then one line says what is wrong', (variables, message) => {
  expect(() => busAccess({ NATS_URL, ...variables }, 'gateway')).toThrow(message);
});

it('given a file that holds something else, then that is said without what it holds', async () => {
  const NATS_NKEY_FILE = await fileWith('else.nk', 'SUsomething');
  await chmod(NATS_NKEY_FILE, 0o600);
  const failure = (() => {
    try {
      return busAccess({ NATS_URL, NATS_NKEY_FILE }, 'gateway');
    } catch (error) {
      return error;
    }
  })();
  expect(String(failure)).toBe('ConfigError: NATS_NKEY_FILE: no seed of an nkey can be read from it');
});
