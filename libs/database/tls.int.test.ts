import { chown, copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { startTestServers, type TestServers, testCertificates } from '@styling/testing';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from './connect.ts';

let folder: string;
let files: Awaited<ReturnType<typeof testCertificates>>;
let servers: TestServers;
beforeAll(async () => {
  servers = await startTestServers();
  folder = await mkdtemp(join(tmpdir(), 'styling-postgres-tls-'));
  files = await testCertificates(folder);
  const admin = connect(servers.postgres.url);
  const { rows } = await sql<{ path: string }>`select current_setting('data_directory') as path`.execute(admin);
  const cluster = rows[0]?.path ?? '';
  // Postgres reads only a key of its own account.
  const { uid, gid } = await stat(cluster);
  for (const [path, name] of [
    [files.localhost.certificate, 'server.crt'],
    [files.localhost.key, 'server.key'],
  ] as const) {
    await copyFile(path, join(cluster, name));
    await chown(join(cluster, name), uid, gid);
  }
  await sql`alter system set ssl = on`.execute(admin);
  await sql`select pg_reload_conf()`.execute(admin);
  await admin.destroy();
  const isEncrypted = () => encrypted('localhost', 'no-verify').catch(() => false);
  expect(await waitUntil(isEncrypted, { timeoutMs: 10_000 })).toBe(true);
});
afterAll(async () => {
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

const connect = (url: string): Kysely<unknown> =>
  connectDatabase({ url, schema: 'public', log: silentLogger(), connections: 1 });

/** Whether a connection with these parameters of the address is encrypted. */
async function encrypted(host: string, sslmode: string, sslrootcert?: string): Promise<boolean> {
  const url = new URL(servers.postgres.url);
  url.hostname = host;
  url.searchParams.set('sslmode', sslmode);
  if (sslrootcert) url.searchParams.set('sslrootcert', sslrootcert);
  const db = connect(url.href);
  const query = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  const { rows } = await query.execute(db).finally(() => db.destroy());
  return rows[0]?.ssl === true;
}

it('given the authority of the server and verify-full, then the connection is encrypted', async () => {
  expect(await encrypted('localhost', 'verify-full', files.ca)).toBe(true);
});

it.each([
  ['another authority', 'localhost', () => files.otherCa, /certificate/],
  ['no authority of ours', 'localhost', () => undefined, /certificate/],
  ['a host that the certificate does not name', '127.0.0.1', () => files.ca, /altnames/],
  ['an authority that is not there', 'localhost', () => join(folder, 'missing.crt'), /ENOENT.*missing\.crt/],
])('given %s, then the connection is refused, and the error says why', async (_, host, ca, reason) => {
  await expect(encrypted(host, 'verify-full', ca())).rejects.toThrow(reason);
});
