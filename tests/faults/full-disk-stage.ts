import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connectToAsk, restartAfterFullDisk, restartable, startNatsServer } from '@styling/local-servers';
import { mountSmallDisk } from '@styling/testing';
import { fillDisk } from './checks/disk-full.ts';
import { newDatabase } from './other-stages.ts';
import { type Run, sceneOf, underLoad } from './run.ts';
import { openStage } from './stage.ts';

/** Bytes of the file system of the log: room for the load, and for what a server is started with again. */
const DISK_BYTES = 200e6;

/** A system whose log is on a file system of its own, which becomes full; the server is watched as that of the local stack is. */
export async function runFullDiskStage(run: Run): Promise<void> {
  const { parts, reporter } = run;
  const name = 'the file system of the log is full, and then empty: 503, not ready, then 200 without an operator';
  await using undo = new AsyncDisposableStack();
  const folder = join(parts.dataDir, 'small-disk');
  await mkdir(folder);
  const disk = await mountSmallDisk(folder, DISK_BYTES);
  if (typeof disk === 'string') return reporter.skip('disk-full', name, disk);
  undo.defer(() => disk.unmount());
  const dataDir = join(folder, 'nats');
  const settings = { binary: parts.natsBinary, dataDir };
  const nats = undo.adopt(await restartable('nats-server', startNatsServer, settings), (server) => server.stop());
  const asking = undo.adopt(await connectToAsk(nats.url), (opened) => opened.close());
  const notify = (line: string) => reporter.line(`      ${line}`);
  undo.adopt(restartAfterFullDisk(nats, { dataDir, ask: asking.ask, notify }), (watch) => watch.stop());
  const stage = await openStage({
    name: 'full-disk',
    parts,
    natsUrl: nats.url,
    databaseUrl: await newDatabase(parts, 'full_disk'),
    replicas: { gateway: 2 },
  });
  await underLoad(run, stage, () =>
    reporter.check('disk-full', name, async () => fillDisk(await sceneOf(run, stage), disk)),
  );
}
