import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@styling/contracts';
import { connectDatabase, withAccount } from '@styling/database';
import { commandLineOf, compileCacheDir, freePorts, startPostgres, waitUntil } from '@styling/local-servers';
import { silentLogger } from '@styling/telemetry';
import { copyPreparedCluster } from '@styling/testing';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StackFile } from './run-beside.ts';

/** The stack with real servers and throw-away services, run in a process of its own as `npm start` does. */
let folder: string;
let repositoryDir: string;
let dataDir: string;
let port: number;
let imageStorePort: number;
let runs: ChildProcess[];

const SERVICE = `
  import { createServer } from 'node:http';
  import { appendFileSync, writeFileSync } from 'node:fs';
  const name = import.meta.dirname.split('/').at(-1);
  const { NOTES, HEALTH_PORT, PORT, NATS_URL, DATABASE_URL, S3_ENDPOINT, S3_BUCKET, IMAGE_STORE_URL, AWS_SECRET_ACCESS_KEY, DAILY_LIMIT } = process.env;
  writeFileSync(NOTES + '.' + name, JSON.stringify({ PORT, NATS_URL, DATABASE_URL, S3_ENDPOINT, S3_BUCKET, IMAGE_STORE_URL, AWS_SECRET_ACCESS_KEY, DAILY_LIMIT, pid: process.pid }));
  const end = () => { appendFileSync(NOTES, name + ' '); process.exit(0); };
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  process.on('SIGUSR2', () => { throw new Error('no more'); });
  createServer((_, response) => response.end()).listen(HEALTH_PORT, '127.0.0.1');
  if (name === 'gateway') createServer((_, response) => response.end('hello')).listen(PORT);`;

const KEYS = `
  const [command] = process.argv.slice(2);
  if (command === 'create') console.log(JSON.stringify({ key_id: 'k1', user_id: 'demo', name: 'demo', key: 'the-demo-key' }));
  else if (command === 'invite') console.log(JSON.stringify({ link: process.env.PORTAL_URL + '/portal/sign-in#token=t' }));
  else console.log(JSON.stringify({ key_id: 'k1', revoked_at: null }));`;

const PROVISION = `
  import { appendFileSync } from 'node:fs';
  appendFileSync(process.env.NOTES, 'provisioned ');`;

// One for all tests, as what Node compiles is kept in it.
beforeAll(async () => {
  repositoryDir = await mkdtemp(join(tmpdir(), 'stack-repository-'));
});
afterAll(() => rm(repositoryDir, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stack-'));
  dataDir = join(folder, 'data');
  [port, imageStorePort] = (await freePorts(2)) as [number, number];
  runs = [];
  for (const name of serviceNames) await put(join('services', name, 'main.ts'), SERVICE);
  await put('services/gateway/keys.ts', KEYS);
  await put('deploy/provision/main.ts', PROVISION);
  await put('package.json', '{"type":"module"}');
});

afterEach(async () => {
  for (const run of runs) {
    if (run.exitCode === null && run.signalCode === null) {
      run.kill('SIGINT');
      await once(run, 'exit');
    }
  }
  const location = (await readFile(join(dataDir, 'postgres', 'location'), 'utf8').catch(() => '')).trim();
  if (location) await rm(location, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const put = async (path: string, contents: string) => {
  await mkdir(join(repositoryDir, path, '..'), { recursive: true });
  await writeFile(join(repositoryDir, path), contents);
};

type Run = {
  readonly child: ChildProcess;
  /** what it printed so far */
  output(): string;
  /** resolves with the exit code once it has ended */
  readonly ended: Promise<number | null>;
};

const run = async (own: object = {}): Promise<Run> => {
  const load = (file: string) => `await import(${JSON.stringify(new URL(file, import.meta.url).href)})`;
  const variables = { NOTES: join(folder, 'notes'), DAILY_LIMIT: '7', PATH: process.env.PATH, ...own };
  const options = { dataDir, port, imageStorePort, variables, repositoryDir };
  const file = join(folder, 'run.ts');
  await writeFile(
    file,
    `const { runStack } = ${load('./run-stack.ts')};
     process.exit(await runStack(${JSON.stringify(options)}));`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  runs.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: once(child, 'close').then(([code]) => code) };
};

const ready = async ({ child, output }: Run) => {
  const isOver = () => /^ {2}try /m.test(output()) || child.exitCode !== null;
  expect(await waitUntil(isOver, { timeoutMs: 40_000 })).toBe(true);
  expect(output()).toMatch(/^ready$/m);
};

const seen = async (name: string) => JSON.parse(await readFile(join(folder, `notes.${name}`), 'utf8'));
const stackFile = async () => JSON.parse(await readFile(join(dataDir, 'stack.json'), 'utf8')) as StackFile;

/** Pids of everything a running stack consists of. */
const pidsOf = async (): Promise<number[]> => {
  const location = await readFile(join(dataDir, 'postgres', 'location'), 'utf8').catch(() => join(dataDir, 'postgres'));
  const first = async (file: string) => Number.parseInt(await readFile(file, 'utf8'), 10);
  const services = await Promise.all(serviceNames.map(async (name) => (await seen(name)).pid as number));
  return [
    ...services,
    await first(join(dataDir, 'nats', 'nats-server.pid')),
    await first(join(location.trim(), 'cluster', 'postmaster.pid')),
  ];
};
const areGone = async (pids: number[]) =>
  (await Promise.all(pids.map((pid) => commandLineOf(pid)))).every((commandLine) => commandLine === undefined);

test('given a start, a stop by SIGINT and a second start, then all is up, ordered, clean, and the same key serves', async () => {
  const first = await run();
  await ready(first);
  const { pid, environment } = await stackFile();
  const address = `http://localhost:${imageStorePort}/styling`;
  const secret = (await readFile(join(dataDir, 'object-store-secret'), 'utf8')).trim();
  expect(secret).toMatch(/^[\w-]{32}$/);
  expect(pid).toBe(first.child.pid);
  expect(environment).toMatchObject({
    S3_BUCKET: 'styling',
    PORTAL_URL: `http://localhost:${port}`,
    AUDIT_LOG: join(dataDir, 'logs', 'operations.log'),
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: secret,
  });
  for (const name of ['stack.json', 'object-store-secret']) {
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
  }
  expect(await seen('images')).toMatchObject({
    AWS_SECRET_ACCESS_KEY: secret,
    NATS_URL: environment.NATS_URL,
    DATABASE_URL: expect.stringContaining('user=styling_images'),
    S3_ENDPOINT: environment.S3_ENDPOINT,
    S3_BUCKET: 'styling',
    IMAGE_STORE_URL: address,
    DAILY_LIMIT: '7',
  });
  expect(await (await fetch(String(environment.PORTAL_URL))).text()).toBe('hello');
  expect((await fetch(`${address}/images/nothing.jpg`)).status).toBe(404);
  expect(first.output()).toContain(`demo key     the-demo-key\n`);
  expect(first.output()).toContain(`portal       http://localhost:${port}/portal/sign-in#token=t\n`);

  const pids = await pidsOf();
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(await areGone(pids)).toBe(true);
  expect(await readFile(join(folder, 'notes'), 'utf8')).toMatch(
    /^provisioned gateway (?:(?:tryon|analysis|style) ){3}(?:(?:images|usage|jobs|webhooks) ){4}$/,
  );
  expect(await readdir(dataDir)).not.toContain('stack.json');
  // What was compiled is kept with the dependencies, for the next start.
  expect(await readdir(compileCacheDir(repositoryDir))).not.toEqual([]);

  const second = await run();
  await ready(second);
  expect(second.output()).toContain('demo key     the-demo-key');
  expect(second.output()).not.toContain('preparing Postgres');
  expect(await seen('images')).toMatchObject({ AWS_SECRET_ACCESS_KEY: secret });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

describe('on a cluster that is there', () => {
  beforeEach(async () => {
    // Postgres refuses to run as root: it runs as another user then, who needs access.
    await chmod(folder, 0o755);
    await copyPreparedCluster(dataDir);
  });

  test('given a stack that runs, then a second start says so; when it was killed, the next one clears what is left', async () => {
    const first = await run();
    await ready(first);
    const second = await run();
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(`already running on ${dataDir} (pid ${first.child.pid}): stop that one first\n`);
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);

    const pids = await pidsOf();
    first.child.kill('SIGKILL');
    await first.ended;
    await ready(await run());
    expect(await areGone(pids)).toBe(true);
  });

  test.each([
    ['PORT', () => port],
    ['IMAGE_STORE_PORT', () => imageStorePort],
  ])('given a busy %s, then one line names port and variable before anything is started', async (variable, number) => {
    const other = createServer().listen(number());
    await once(other, 'listening');
    const { ended, output } = await run();
    expect(await ended).toBe(1);
    expect(output()).toBe(`port ${number()} is already in use; choose another one with ${variable}\n`);
    other.close();
  });

  test('given provisioning that warns, then that is shown and all starts; given a service that dies then, all is stopped', async () => {
    await put(
      'deploy/provision/main.ts',
      `console.log('{"level":30,"msg":"fine"}\\n{"level":40,"msg":"nobody can see images"}')`,
    );
    const { ended, output, child } = await run();
    await ready({ ended, output, child });
    expect(output()).toMatch(/^warning: nobody can see images$/m);
    expect(output()).not.toContain('fine');
    const pids = await pidsOf();
    process.kill((await seen('style')).pid, 'SIGUSR2');
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^style ended \(exit code 1\): Error: no more$/m);
    expect(await areGone(pids)).toBe(true);
  });

  test('given a Postgres that dies, then one line says so and everything is stopped', async () => {
    const { ended, output, child } = await run();
    await ready({ ended, output, child });
    const pids = await pidsOf();
    process.kill(pids.at(-1) as number, 'SIGKILL');
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^Postgres ended \(SIGKILL\)$/m);
    expect(await areGone(pids)).toBe(true);
  });
});

describe("given the user's own NATS, Postgres and object store", () => {
  let place: string;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let own: { NATS_URL: string; DATABASE_URL: string; S3_ENDPOINT: string };
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'stack-own-'));
    // Postgres refuses to run as root: it runs as another user then, who needs access.
    await chmod(place, 0o755);
    await copyPreparedCluster(place);
    postgres = await startPostgres({ dataDir: join(place, 'postgres'), parameters: { fsync: 'off' } });
    const admin = connectDatabase({ url: postgres.url, schema: 'public', log: silentLogger(), connections: 1 });
    await sql`create role plain login password 'plain'`.execute(admin).finally(() => admin.destroy());
    own = {
      NATS_URL: 'nats://127.0.0.1:1',
      DATABASE_URL: withAccount(postgres.url, 'plain', 'plain'),
      S3_ENDPOINT: 'http://127.0.0.1:1/',
    };
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(place, { recursive: true, force: true });
  });

  test('then none is embedded', async () => {
    const started = await run(own);
    await ready(started);
    expect((await stackFile()).environment).toMatchObject({
      ...own,
      IMAGE_STORE_URL: 'http://127.0.0.1:1/styling',
    });
    expect(started.output()).toContain('the account of DATABASE_URL may not create roles, so all services share it');
    expect((await seen('images')).DATABASE_URL).toBe(own.DATABASE_URL);
    expect(await seen('tryon')).not.toHaveProperty('DATABASE_URL');
    const entries = await readdir(dataDir);
    for (const part of ['nats', 'postgres', 'objects', 'database-passwords']) expect(entries).not.toContain(part);
  });

  test('given provisioning that fails, then its reason is told and no service is started', async () => {
    await put('deploy/provision/main.ts', "throw new Error('stream differs')");
    const { ended, output } = await run(own);
    expect(await ended).toBe(1);
    expect(output()).toMatch(/^provisioning failed \(exit code 1\): Error: stream differs$/m);
    expect(output()).not.toContain('starting services');
  });

  test('given a shutdown signal while provisioning hangs, then it is given up and the exit is clean', async () => {
    await put('deploy/provision/main.ts', 'setInterval(() => {}, 1e6)');
    const { ended, output, child } = await run(own);
    await waitUntil(() => output().includes('provisioning'), { timeoutMs: 40_000 });
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/\nstopping [^\n]*\n$/);
  });
});
