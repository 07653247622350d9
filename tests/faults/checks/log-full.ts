import assert from 'node:assert/strict';
import type { NatsSettings, Server } from '@styling/local-servers';
import { statusOf } from '../load/client.ts';
import type { Scene } from './check.ts';
import { assertRemaining, succeeded } from './expect.ts';

/** Disk space of the log of this check, in bytes. */
export const SMALL_LOG = 1_500_000;
/** Disk space afterwards. */
const LARGER_LOG = 50_000_000;
const PADDING = 'PADDING';

/** Fills the log's disk under load, then enlarges it. @returns the observation */
export async function fillLog({ stage, client, gateway }: Scene, nats: Server<NatsSettings>): Promise<string> {
  const { js, jsm } = stage.observer;
  await succeeded(() => client.tryOn(gateway));
  await jsm.streams.add({ name: PADDING, subjects: ['padding'] });
  let size = 65_536;
  while (size >= 64) {
    // Down to the last bytes: each refusal halves the size.
    await js.publish('padding', new Uint8Array(size)).catch(() => {
      size /= 2;
    });
  }
  const status = statusOf(await client.tryOn(gateway));
  assert.equal(status, 503, `with a full log a client was answered ${status}`);
  await nats.kill();
  await nats.start({ maxFileStore: LARGER_LOG });
  await assertRemaining(client, gateway, 998, 30_000);
  return `503 while full, not counted, 200 once there was room`;
}
