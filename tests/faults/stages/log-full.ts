import assert from 'node:assert/strict';
import { assertCounted, succeeded } from '../checks/steps.ts';
import { type Checks, type Run, runChecks } from '../stage.ts';
import { withLog } from '../system/parts.ts';

const SMALL_LOG = 1_500_000;
const LARGER_LOG = 50_000_000;
const sized = (bytes: number) => ({ blocks: { jetstream: { max_file_store: bytes } } });

const checks: Checks = {
  'log-full: the disk of the log is full, and then larger: 503, nothing counted, then 200': async (scene) => {
    const { parts, client, gateway, observer } = scene;
    await succeeded(() => client.tryOn(gateway));
    await observer.jsm.streams.add({ name: 'PADDING', subjects: ['padding'] });
    let size = 65_536;
    while (size >= 64) {
      // Down to the last bytes: each refusal halves the size.
      await observer.js.publish('padding', new Uint8Array(size)).catch(() => {
        size /= 2;
      });
    }
    const { status } = await client.tryOn(gateway);
    assert.equal(status, 503, `with a full log a client was answered ${status}`);
    await parts.nats.kill();
    await parts.nats.start(sized(LARGER_LOG));
    await assertCounted(scene, { remaining: 998 });
    return `503 while full, not counted, 200 once there was room`;
  },
};

/** A log whose disk is soon full. */
export const runFullLogStage = (run: Run): Promise<void> =>
  runChecks(run, checks, async (undo) => ({
    name: 'full-log',
    parts: await withLog(run.parts, 'nats-small', sized(SMALL_LOG), undo),
    replicas: {},
    // The server reserves it.
    variables: { READS_MAX_BYTES: '1000000' },
  }));
