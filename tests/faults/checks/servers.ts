import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { EVENTS_STREAM } from '@styling/contracts';
import { killServer } from '../random-mix.ts';
import type { Checks, Scene } from '../stage.ts';
import type { Link } from '../system/link.ts';
import { LINKS, type LinkName } from '../system/replica.ts';
import { acceptedOf, assertCounted, assertOneTryOn, endOf, succeeded } from './steps.ts';

export const logChecks: Checks = {
  '3: the same event once more, after the deduplication window: one completion': async (scene) => {
    const { js, jsm, readKept } = scene.observer;
    const { body, requestId } = await succeeded(() => scene.client.tryOn(scene.gateway));
    const kept = await readKept(EVENTS_STREAM);
    for (const id of [`${requestId}/completed`, `${body.image_id}/created`]) {
      const seq = kept.find((message) => message.id === id)?.seq;
      const message = seq === undefined ? null : await jsm.streams.getMessage(EVENTS_STREAM, { seq });
      assert(message, `${id} is not in the log`);
      scene.planted.repeats.add(id);
      await js.publish(message.subject, message.data);
    }
    await assertOneTryOn(scene);
    await assertCounted(scene, { images: 1, remaining: 998 });
    return 'counted once, listed once, one slot';
  },
  '4: kill NATS the moment a job has ended: redelivered without effect': async (scene) => {
    const { nats } = scene.parts;
    for (let round = 1; round <= 3; round++) {
      const answer = scene.client.tryOn(scene.other);
      await endOf(scene, (await acceptedOf(scene, round)).data.request_id);
      await nats.kill();
      await nats.start();
      assert.equal((await answer).status, 200);
    }
    await sleep(2_500);
    await assertCounted(scene, { images: 3, remaining: 996 });
    return '3 requests, 3 images, 3 counted';
  },
};

/** After an outage, for the same user. */
const SERVED_WITHIN_MS = 5_000;

const kill = (server: LinkName, lastsMs: number) => (scene: Scene) => killServer(scene, server, lastsMs);

const degrade =
  (links: readonly LinkName[], lastsMs: number, ...state: Parameters<Link['set']>) =>
  async (scene: Scene) => {
    if (state[0] === 'full') scene.planted.workerFaults += 4;
    for (const replica of scene.system.replicas) for (const link of links) replica.setLink(link, ...state);
    await sleep(lastsMs);
    for (const replica of scene.system.replicas) for (const link of links) replica.setLink(link, 'open');
  };

/** While a server is down or full: an immediate 503, nothing counted, and recovery afterwards. */
export const outageChecks: Checks = {
  'postgres-down: Postgres is killed and down for 3 s': during(kill('postgres', 3_000)),
  'nats-down: NATS is killed and down for 10 s': during(kill('nats', 10_000)),
  'store-down: the object store is down for 10 s': during(kill('store', 10_000)),
  'store-full: the object store answers every write with 507 for 5 s': during(
    degrade(['store'], 5_000, 'full'),
    (statuses) => assert(statuses.includes(503), 'no request was answered 503'),
  ),
  'slow: every link is 60 ms slow for 6 s: slower, and no error': during(
    degrade(LINKS, 6_000, 'open', 60),
    (statuses) => assert.deepEqual(statuses, [200]),
  ),
};

/** Sends requests throughout an outage, and one after it. @param assertStatuses default: below 500, 503, 504 */
function during(outage: (scene: Scene) => Promise<void>, assertStatuses?: (statuses: number[]) => void) {
  return async (scene: Scene) => {
    const { client, gateway, other } = scene;
    const answers = new Map<number, number>();
    let over = false;
    const asking = (async () => {
      for (let index = 0; !over; index++) {
        const next = index % 2 ? other : gateway;
        const { status } = await (index % 3 === 2 ? client.get(next, '/usage') : client.tryOn(next));
        answers.set(status, (answers.get(status) ?? 0) + 1);
        assert(status < 500 || status === 503 || status === 504, `was answered ${status}`);
        await sleep(250);
      }
    })();
    await outage(scene);
    over = true;
    await asking;
    await succeeded(() => client.tryOn(gateway), SERVED_WITHIN_MS);
    assertStatuses?.([...answers.keys()]);
    const counts = [...answers].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status || 'broken'}`);
    return `${counts.join(', ')}, then 200`;
  };
}
