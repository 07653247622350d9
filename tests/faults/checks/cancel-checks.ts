import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../eventually.ts';
import { statusOf } from '../load/client.ts';
import type { Answer, Outcome } from '../load/journal.ts';
import { markIn } from '../system/model-times.ts';
import type { Check, Scene } from './check.ts';
import { acceptedOf, assertImages, assertRemaining, endOf, succeeded } from './expect.ts';
import { findWorker } from './find-worker.ts';

/** A try-on that takes so long, and waits for its answer. */
async function begin({ stage, times, client, gateway }: Scene, takesMs: number) {
  const mark = times.mark({ takesMs });
  const answer = client.tryOn(gateway, { mark });
  const { data, trace } = await acceptedOf(stage, client);
  return { mark, answer, trace, id: String(data.request_id) };
}

/** The statuses of the model calls of a request. */
const callsOf = ({ parts }: Scene, mark: string): string[] =>
  parts.fakes.replicate.predictions.filter(({ input }) => markIn(input) === mark).map(({ status }) => status);

/** The cancel is accepted by the other gateway, and asked for again until it is. */
async function cancelled({ client, other }: Scene, id: string): Promise<Answer> {
  return eventually('cancel', async () => {
    const outcome: Outcome = await client.cancel(other, id);
    return outcome.kind === 'answered' && [200, 202].includes(outcome.status) ? outcome : undefined;
  });
}

/** The request was ended as canceled, once, is not counted, has no image, and its slot is free. */
async function assertCancelled(scene: Scene, id: string): Promise<void> {
  const { stage, client, other } = scene;
  assert.equal((await endOf(stage, id)).data.status, 409);
  const { body } = await succeeded(() => client.get(other, `/jobs/${id}`));
  assert.equal(body.status, 'canceled');
  await assertImages(client, other, 0);
  await assertRemaining(client, other, 999);
}

/** Guarantees when requests are cancelled, whatever phase they are in. */
export const cancelChecks: Check[] = [
  {
    id: 'cancel',
    name: 'cancel while the model is at work, at another gateway: 409 at once, the prediction is cancelled, nothing counts',
    async run(scene) {
      const { mark, answer, trace, id } = await begin(scene, 15_000);
      await findWorker(scene.stage, 'tryon', trace);
      await eventually('model call', async () => callsOf(scene, mark).length > 0);
      const asked = performance.now();
      assert.equal((await cancelled(scene, id)).status, 202);
      assert.equal(statusOf(await answer), 409);
      const ms = Math.round(performance.now() - asked);
      assert.deepEqual(callsOf(scene, mark), ['canceled']);
      assert.equal((await cancelled(scene, id)).status, 200);
      await assertCancelled(scene, id);
      return `409 after ${ms} ms, the prediction cancelled`;
    },
  },
  {
    id: 'cancel-queued',
    name: 'cancel while every worker is frozen: the gateway ends it, and the workers make nothing of it later',
    async run(scene) {
      const workers = scene.stage.system.of('tryon');
      for (const worker of workers) worker.pause();
      const { mark, answer, id } = await begin(scene, 200);
      assert.equal((await cancelled(scene, id)).status, 202);
      assert.equal(statusOf(await answer), 409);
      scene.stage.planted.workerFaults += workers.length;
      for (const worker of workers) worker.resume();
      await sleep(3_000);
      assert.deepEqual(callsOf(scene, mark), []);
      await assertCancelled(scene, id);
      return '409 without a worker, no model call later';
    },
  },
  {
    id: 'cancel-killed',
    name: 'kill the worker, then cancel: its successor, or the sweep, ends it as canceled',
    async run(scene) {
      const { answer, trace, id } = await begin(scene, 12_000);
      const worker = await findWorker(scene.stage, 'tryon', trace);
      await sleep(300);
      scene.stage.planted.workerFaults++;
      await worker.kill();
      assert.equal((await cancelled(scene, id)).status, 202);
      assert.equal(statusOf(await answer), 409);
      await worker.start();
      await assertCancelled(scene, id);
      return '409';
    },
  },
  {
    id: 'cancel-frozen',
    name: 'freeze the worker, cancel, and let it go on after the end: it changes nothing',
    async run(scene) {
      const { answer, trace, id } = await begin(scene, 1_500);
      const worker = await findWorker(scene.stage, 'tryon', trace);
      await sleep(300);
      scene.stage.planted.workerFaults++;
      worker.pause();
      assert.equal((await cancelled(scene, id)).status, 202);
      assert.equal(statusOf(await answer), 409);
      worker.resume();
      await sleep(3_000);
      await assertCancelled(scene, id);
      return '409, and the late worker changed nothing';
    },
  },
  {
    id: 'cancel-ended',
    name: 'cancel a request that has ended, and that of another user: 200 unchanged, 404',
    async run(scene) {
      const { stage, client, gateway, other } = scene;
      const { requestId } = await succeeded(() => client.tryOn(gateway));
      const { body } = await succeeded(() => client.get(other, `/jobs/${requestId}`));
      const answer = await cancelled(scene, requestId);
      assert.deepEqual([answer.status, answer.body], [200, body]);
      const [stranger] = await stage.newClients(1);
      assert.equal(statusOf(await (stranger ?? client).cancel(other, requestId)), 404);
      await assertImages(client, gateway, 1);
      return 'unchanged';
    },
  },
  {
    id: 'cancel-nats',
    name: 'cancel while NATS is down: 503, nothing changes; once it is back the cancel takes effect',
    async run(scene) {
      const { stage, parts, client, other } = scene;
      const { answer, trace, id } = await begin(scene, 15_000);
      await findWorker(stage, 'tryon', trace);
      await parts.nats.kill();
      const refused = statusOf(await client.cancel(other, id));
      await parts.nats.start();
      assert.equal(refused, 503);
      await cancelled(scene, id);
      assert.equal(statusOf(await answer), 409);
      await assertCancelled(scene, id);
      return '503, then 409';
    },
  },
];
