import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBus, createStreams, publish } from '@styling/bus';
import { EVENTS_STREAM, READS_STREAM } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';
import { anImageCreated, aReadAnswered, copyPreparedCluster, mountSmallDisk, type SmallDisk } from '@styling/testing';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restartAfterFullDisk } from './full-disk.ts';
import { findNatsServer } from './nats-binary.ts';
import { connectToAsk, startNatsServer } from './nats-server.ts';
import { startPostgres } from './postgres.ts';
import { restartable } from './servers.ts';

const WITHIN = { timeout: 60_000, interval: 50 };
/** How often the disks are looked at. */
const everyMs = 100;

let folder: string;
let disk: SmallDisk;
let undo: AsyncDisposableStack;

beforeEach(async (context) => {
  folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  await chmod(folder, 0o755);
  const mounted = await mountSmallDisk(folder, 200e6);
  if (typeof mounted === 'string') context.skip(`no file system can be mounted here: ${mounted}`);
  disk = mounted as SmallDisk;
  undo = new AsyncDisposableStack();
  undo.defer(() => disk.unmount());
});
afterEach(async () => {
  await undo?.disposeAsync();
  await rm(folder, { recursive: true, force: true });
});

test('given the disk of nats-server was full, then it stores again once there is room, and has all that it acknowledged', async () => {
  const dataDir = join(folder, 'nats');
  const settings = { binary: await findNatsServer(), dataDir };
  const server = await restartable('nats-server', startNatsServer, settings);
  undo.defer(() => server.stop());
  const bus = await connectBus({ servers: server.url, name: 'test', log: silentLogger() });
  undo.defer(() => bus.close());
  // READS reserves more than this disk has.
  await createStreams(bus, { replicas: 1 });
  const asking = await connectToAsk(server.url);
  undo.defer(() => asking.close());
  const lines: string[] = [];
  const watch = restartAfterFullDisk(server, { dataDir, ask: asking.ask, notify: (line) => lines.push(line), everyMs });
  undo.defer(() => watch.stop());

  await publish(bus, aReadAnswered(1));
  let number = 0;
  const published = () =>
    publish(bus, anImageCreated(++number), { timeoutMs: 500 }).then(
      () => true,
      () => false,
    );
  let acknowledged = 0;
  while (acknowledged < 3) if (await published()) acknowledged++;
  await disk.fill();
  // What fits into a page that is there is still stored.
  await expect.poll(async () => (await published()) && ++acknowledged, WITHIN).toBe(false);
  await expect.poll(() => lines.at(-1), WITHIN).toMatch(/^the disk of nats-server is full/);

  await disk.empty();
  await expect.poll(published, WITHIN).toBe(true);
  expect(lines.at(-1)).toBe('nats-server runs again');
  const stored = async (stream: string) => (await bus.jsm.streams.info(stream)).state.messages;
  expect(await stored(EVENTS_STREAM)).toBeGreaterThan(acknowledged);
  expect(await stored(READS_STREAM)).toBe(1);
}, 180_000);

test('given Postgres ended on a full disk, then it is started again once there is room', async () => {
  const dataDir = join(folder, 'postgres');
  await copyPreparedCluster(folder);
  const server = await restartable('Postgres', startPostgres, { dataDir });
  undo.defer(() => server.stop());
  const watch = restartAfterFullDisk(server, { dataDir, notify: () => {}, everyMs });
  undo.defer(() => watch.stop());
  const query = async (sql: string): Promise<boolean> => {
    const client = new pg.Client({ connectionString: server.url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(sql);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  expect(await query('create table kept ()')).toBe(true);
  await disk.fill();
  // More than the segments of the write-ahead log that there are.
  await query(`select pg_logical_emit_message(true, 'x', repeat('x', 40000000))`);
  await expect.poll(() => server.exit(), WITHIN).toBeDefined();
  await disk.empty();
  await expect.poll(() => query('select from kept'), WITHIN).toBe(true);
}, 180_000);
