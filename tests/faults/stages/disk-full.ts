import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { connectToAsk, restartAfterFullDisk } from '@styling/local-servers';
import { mountSmallDisk, type SmallDisk } from '@styling/testing';
import { eventually, succeeded } from '../checks/steps.ts';
import type { Client } from '../client.ts';
import { type Run, runChecks, type Scene } from '../stage.ts';
import { withLog } from '../system/parts.ts';
import type { Replica } from '../system/replica.ts';

/** Room for the load, and for what a server is started with again. */
const DISK_BYTES = 200e6;
const SERVED_WITHIN_MS = 30_000;
/** Publishing is tried for 10 s, and what is needed is asked every 5 s. */
const NOTICED_WITHIN_MS = 60_000;

const TITLE =
  'disk-full: the file system of the log is full, and then empty: 503, not ready, then 200 without an operator';

/** A log on a small file system, its server watched as that of the local stack is. */
export function runFullDiskStage(run: Run): Promise<void> {
  let disk: SmallDisk;
  return runChecks(run, { [TITLE]: (scene) => fillDisk(scene, disk) }, async (undo) => {
    const folder = join(run.parts.dataDir, 'small-disk');
    await mkdir(folder);
    const mounted = await mountSmallDisk(folder, DISK_BYTES);
    if (typeof mounted === 'string') return mounted;
    disk = undo.adopt(mounted, () => mounted.unmount());
    const parts = await withLog(run.parts, join('small-disk', 'nats'), {}, undo);
    const { ask, close } = await connectToAsk(parts.nats.url);
    undo.defer(close);
    const notify = (line: string) => console.log(`      ${line}`);
    const watch = restartAfterFullDisk(parts.nats, { dataDir: join(folder, 'nats'), ask, notify });
    undo.defer(() => watch.stop());
    return { name: 'full-disk', parts, replicas: { gateway: 2 } };
  });
}

/** Fills the file system of the log under load, then empties it. */
async function fillDisk({ newClients, client, gateway, other }: Scene, disk: SmallDisk): Promise<string> {
  const [second] = await newClients(1);
  await succeeded(() => client.tryOn(gateway));
  await disk.fill();
  // What fits into the last page is still stored: such a request ends with a 504, and keeps its slot (429).
  const refusal = async () => {
    const { status } = await client.tryOn(gateway);
    return [429, 503, 504].includes(status) && status;
  };
  const refused = await eventually('refusal on a full disk', refusal, NOTICED_WITHIN_MS);
  const seen = new Set<string>();
  for (const replica of [gateway, other]) {
    const what = `readiness of ${replica.name} that is true`;
    seen.add(await eventually(what, () => readinessOf(replica, second), NOTICED_WITHIN_MS));
  }
  const emptied = performance.now();
  await disk.empty();
  const left = () => SERVED_WITHIN_MS - (performance.now() - emptied);
  await Promise.all([gateway, other].map((replica) => succeeded(() => second.get(replica, '/images'), left())));
  await succeeded(() => second.tryOn(other), left());
  const servedAfter = ((performance.now() - emptied) / 1000).toFixed(0);
  await succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS);
  return `${refused} and ${[...seen].join(', ')} while full; ${servedAfter} s after it had room 200, and the slot that was held is free`;
}

/** Server versions differ: a gateway answers reads, or reports that it is not ready. */
async function readinessOf(replica: Replica, client: Client): Promise<string | undefined> {
  if ((await client.get(replica, '/images')).status === 200) return 'reads answered';
  const { status, text } = await replica.health('readyz');
  return status === 503 ? `not ready (${text.trim()})` : undefined;
}
