import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findNatsServer, startNatsServer } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { testCertificates } from '@styling/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectBus } from './connect.ts';
import { busAccess } from './credentials.ts';

type NatsServer = Awaited<ReturnType<typeof startNatsServer>>;

let folder: string;
let files: Awaited<ReturnType<typeof testCertificates>>;
let secure: NatsServer;
let misnamed: NatsServer;
let plain: NatsServer;
const tls = ({ certificate, key }: typeof files.localhost) => ({ tls: { cert_file: certificate, key_file: key } });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'styling-nats-tls-'));
  files = await testCertificates(join(folder, 'certificates'));
  const binary = await findNatsServer();
  secure = await startNatsServer({ binary, dataDir: join(folder, 'secure'), blocks: tls(files.localhost) });
  misnamed = await startNatsServer({ binary, dataDir: join(folder, 'misnamed'), blocks: tls(files.elsewhere) });
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

// At once, as each tries until its time is up.
it('given a server that is not the one that is meant, or has no TLS, then the connection is refused, and the error says why', async () => {
  const withoutTls = "server does not support 'tls'";
  const refused = [
    { about: 'another authority', scheme: 'tls', server: secure, ca: files.otherCa, reason: /certificate/ },
    { about: 'no authority of ours', scheme: 'tls', server: secure, ca: undefined, reason: /certificate/ },
    { about: 'the certificate of another host', scheme: 'tls', server: misnamed, ca: files.ca, reason: /altnames/ },
    { about: 'an authority, and no TLS', scheme: 'nats', server: plain, ca: files.ca, reason: withoutTls },
    { about: 'tls:// in the address, and no TLS', scheme: 'tls', server: plain, ca: undefined, reason: withoutTls },
  ];
  await Promise.all(
    refused.map(({ about, scheme, server, ca, reason }) =>
      expect(connect(`${scheme}://localhost:${server.port}`, ca), about).rejects.toThrow(reason),
    ),
  );
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
  expect(await Promise.race([up, sleep(1_000, 'refused')])).toBe('refused');
  await copyFile(files.ca, file);
  expect(await up).toBe('up');
  await bus.nc.flush();
  await bus.close();
});
