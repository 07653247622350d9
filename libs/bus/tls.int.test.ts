import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNatsServer, type NatsServer, startNatsServer } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { testCertificates } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { busAccess } from './access.ts';
import { connectBus } from './connect.ts';

let folder: string;
let files: Awaited<ReturnType<typeof testCertificates>>;
let secure: NatsServer;
let misnamed: NatsServer;
let plain: NatsServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-nats-tls-'));
  files = await testCertificates(join(folder, 'certificates'));
  const binary = await findNatsServer();
  secure = await startNatsServer({ binary, dataDir: join(folder, 'secure'), tls: files.localhost });
  misnamed = await startNatsServer({ binary, dataDir: join(folder, 'misnamed'), tls: files.elsewhere });
  plain = await startNatsServer({ binary, dataDir: join(folder, 'plain') });
});
afterAll(async () => {
  await Promise.all([secure, misnamed, plain].map((server) => server?.stop()));
  await rm(folder, { recursive: true, force: true });
});

const connect = (NATS_URL: string, NATS_CA_FILE?: string) =>
  connectBus({
    ...busAccess({ NATS_URL, NATS_CA_FILE }, 'usage'),
    // Enough for a handshake while other tests use the cores.
    firstConnectMs: 2_000,
    log: silentLogger(),
  });

it('given the authority of the server, then the connection is encrypted', async () => {
  const bus = await connect(`tls://localhost:${secure.port}`, files.ca);
  expect(bus.nc.info?.tls_required).toBe(true);
  await bus.nc.flush();
  await bus.close();
});

it.each([
  ['another authority', () => secure, () => files.otherCa, /certificate/],
  ['no authority of ours', () => secure, () => undefined, /certificate/],
  ['a server with the certificate of another host', () => misnamed, () => files.ca, /altnames/],
])('given %s, then the connection is refused, and the error says why', async (_, server, ca, reason) => {
  await expect(connect(`tls://localhost:${server().port}`, ca())).rejects.toThrow(reason);
});

it.each([
  ['an authority', 'nats', () => files.ca],
  ['tls:// in the address', 'tls', () => undefined],
])('given %s and a server without TLS, then nothing is sent to it', async (_, scheme, ca) => {
  await expect(connect(`${scheme}://localhost:${plain.port}`, ca())).rejects.toThrow("server does not support 'tls'");
});

it('given a file that is missing or has no certificate, then the variable is named at once', async () => {
  await writeFile(join(folder, 'empty.crt'), 'not a certificate');
  for (const name of ['missing.crt', 'empty.crt']) {
    expect(() => busAccess({ NATS_URL: 'x', NATS_CA_FILE: join(folder, name) }, 'usage')).toThrow(
      'NATS_CA_FILE: no certificate can be read from it',
    );
  }
});

it('given an authority that is exchanged under a running process, then the next connection uses the new one', async () => {
  const file = join(folder, 'mounted.crt');
  await copyFile(files.ca, file);
  const bus = await connect(`tls://localhost:${secure.port}`, file);
  await copyFile(files.otherCa, file);
  const lost = new Promise<void>((resolve) => bus.onDisconnect(resolve));
  await bus.nc.reconnect();
  await lost;
  const up = bus.connected(new AbortController().signal).then(() => 'up');
  expect(await Promise.race([up, sleep(1_500, 'refused')])).toBe('refused');
  await copyFile(files.ca, file);
  expect(await up).toBe('up');
  await bus.nc.flush();
  await bus.close();
});
