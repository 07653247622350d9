import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commandLineOf } from './orphans.ts';
import { startPostgres } from './postgres.ts';
import { findPostgresBinaries, standInFor } from './postgres-place.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

let parent: string;
/** Where the first test makes a cluster, as that takes longer than anything else here. */
let dataDir: string;
let running: Postgres[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'postgres '));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  running = [];
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const start = async (options: { dataDir?: string; notify?: (line: string) => void } = {}) => {
  const server = await startPostgres({ dataDir, parameters: { fsync: 'off' }, ...options });
  running.push(server);
  return server;
};

const query = async ({ url }: Postgres, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

/** The cluster's folder, wherever it was put. */
const clusterDir = async (server: Postgres) =>
  (await query(server, 'SHOW data_directory'))[0]?.data_directory as string;

test('given a making that was interrupted, then there is a UTF-8 database with a password, on loopback only', async () => {
  await mkdir(join(dataDir, 'cluster.initialising', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'cluster.initialising', 'PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'cluster.password'), 'left over');
  const lines: string[] = [];
  const server = await start({ notify: (line) => lines.push(line) });
  // Where this repository lies in a private folder, a line before says where the programs are.
  expect(lines.at(-1)).toBe('preparing Postgres …');
  expect(server.url).toMatch(/^postgres:\/\/styling:[\w-]{32}@127\.0\.0\.1:\d+\/styling$/);
  const [row] = await query(
    server,
    `SELECT current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS listens,
       current_setting('unix_socket_directories') AS sockets, current_setting('max_connections') AS connections,
       (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale, lower('ÄÖ') AS lower`,
  );
  expect(row).toEqual({
    encoding: 'UTF8',
    listens: '127.0.0.1',
    sockets: '',
    connections: '200',
    locale: 'C.UTF-8',
    lower: 'äö',
  });
  const wrong = { ...server, url: server.url.replace(/:[\w-]{32}@/, ':wrong@') };
  await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
});

test('given a server that a killed run left behind with a client on it, then a new start takes over', async () => {
  const orphan = await start();
  const client = new pg.Client({ connectionString: orphan.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('CREATE TABLE t AS SELECT 1 AS x');

  const next = await start();
  await orphan.exited;
  expect(await query(next, 'SELECT x FROM t')).toEqual([{ x: 1 }]);
});

test('given a postmaster.pid with the pid of someone else, then that one is left alone and the start succeeds', async () => {
  const first = await start();
  const pidFile = join(await clusterDir(first), 'postmaster.pid');
  const contents = await readFile(pidFile, 'utf8');
  await first.stop();
  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  await once(bystander, 'spawn');
  await writeFile(pidFile, contents.replace(/^\d+/, String(bystander.pid)), { mode: 0o600 });

  expect(await query(await start(), 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  expect(await commandLineOf(bystander.pid as number)).toBeDefined();
  bystander.kill();
});

// Last of those on the shared cluster, which it spoils.
test("given a cluster of another version, then Postgres's own reason is the error", async () => {
  await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '9.6\n');
  await expect(start()).rejects.toThrow('Postgres did not start: database files are incompatible with server');
});

test('given a platform without binaries, then the error names the way out', async () => {
  await expect(findPostgresBinaries('sunos', 'x64')).rejects.toThrow(/no Postgres for sunos-x64: .* set DATABASE_URL/);
});

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)(
  'given root and a private folder, then the data is elsewhere, one line says so, and restarts find it',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'private postgres '));
    const place = { dataDir: join(folder, 'data') };
    const standIn = standInFor(place.dataDir);
    onTestFinished(async () => {
      await Promise.all([folder, standIn].map((path) => rm(path, { recursive: true, force: true })));
    });
    const lines: string[] = [];
    const first = await start({ ...place, notify: (line) => lines.push(line) });
    expect(await clusterDir(first)).toBe(join(standIn, 'cluster'));
    expect(lines[0]).toMatch(/^user \w+, which Postgres runs as, cannot enter this folder: its data are in /);
    expect(await readFile(join(place.dataDir, 'location'), 'utf8')).toBe(`${standIn}\n`);
    await query(first, 'CREATE TABLE t AS SELECT 1 AS x');
    await first.stop();
    const second = await start(place);
    expect(await query(second, 'SELECT x FROM t')).toEqual([{ x: 1 }]);
    await second.stop();
  },
);
