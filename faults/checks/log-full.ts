import assert from 'node:assert/strict';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsSettings, Server } from '@styling/local-servers';
import { statusOf } from '../load/client.ts';
import type { Stage } from '../stage.ts';
import { answeredWith } from './expect.ts';

/** Disk space of the log of this check, in bytes. */
export const SMALL_LOG = 1_500_000;
/** Disk space afterwards. */
const LARGER_LOG = 50_000_000;
const PADDING = 'PADDING';

/** Fills the log's disk under load, then enlarges it. @returns the observation */
export async function fillLog(stage: Stage, nats: Server<NatsSettings>): Promise<string> {
  const client = await stage.newClient();
  const { url } = stage.system.gateways[0] as { url: string };
  await answeredWith(200, () => client.tryOn(url));
  const js = jetstream(stage.observer.nc);
  const jsm = await jetstreamManager(stage.observer.nc, { checkAPI: false });
  await jsm.streams.add({ name: PADDING, subjects: ['padding'] });
  let size = 65_536;
  while (size >= 64) {
    // Down to the last bytes: each refusal halves the size.
    await js.publish('padding', new Uint8Array(size)).catch(() => {
      size /= 2;
    });
  }
  const status = statusOf(await client.tryOn(url));
  assert.equal(status, 503, `with a full log a client was answered ${status}`);
  await nats.kill();
  await nats.start({ maxFileStore: LARGER_LOG });
  const next = await answeredWith(200, () => client.tryOn(url), 30_000);
  assert.equal(next.headers.get('x-ratelimit-remaining'), '998', 'the refused request was counted');
  return `503 while full, not counted, 200 once there was room`;
}
