import assert from 'node:assert/strict';
import type { SmallDisk } from '@styling/testing';
import { eventually } from '../eventually.ts';
import { type Client, statusOf } from '../load/client.ts';
import type { Replica } from '../system/replica.ts';
import type { Scene } from './check.ts';
import { succeeded } from './expect.ts';

/** How soon after the disk has room everybody must be served again, without an operator. */
const SERVED_WITHIN_MS = 30_000;
/** Publishing is tried for 10 s, and what is needed is asked every 5 s. */
const NOTICED_WITHIN_MS = 60_000;

/** Fills the file system of the log under load, then empties it. @returns the observation */
export async function fillDisk({ stage, client, gateway, other }: Scene, disk: SmallDisk): Promise<string> {
  const [second] = await stage.newClients(1);
  assert(second);
  await succeeded(() => client.tryOn(gateway));
  await disk.fill();
  // What fits into the last page is still stored: a request that was accepted with it ends with a 504, and keeps its slot (429).
  const refusal = async () => {
    const status = statusOf(await client.tryOn(gateway));
    return [429, 503, 504].includes(status) ? status : undefined;
  };
  const refused = await eventually('refusal on a full disk', refusal, NOTICED_WITHIN_MS);
  const seen = new Set<string>();
  for (const replica of [gateway, other]) {
    const what = `readiness of ${replica.name} that is true`;
    seen.add(await eventually(what, () => saysWhatItCan(replica, second), NOTICED_WITHIN_MS));
  }
  const emptied = performance.now();
  await disk.empty();
  const left = () => SERVED_WITHIN_MS - (performance.now() - emptied);
  await Promise.all([gateway, other].map((replica) => succeeded(() => second.get(replica, '/images'), left())));
  await succeeded(() => second.tryOn(other), left());
  const servedAfter = ((performance.now() - emptied) / 1000).toFixed(0);
  // Its slot was held; the account compares what was counted.
  await succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS);
  return `${refused} and ${[...seen].join(', ')} while full; ${servedAfter} s after it had room 200, and the slot that was held is free`;
}

/** Versions of the server differ in whether a full disk can be read: a gateway either answers reads, or says that it is not ready. */
async function saysWhatItCan(replica: Replica, client: Client): Promise<string | undefined> {
  if (statusOf(await client.get(replica, '/images')) === 200) return 'reads answered';
  const { status, text } = await replica.health('readyz');
  return status === 503 ? `not ready (${text.trim()})` : undefined;
}
