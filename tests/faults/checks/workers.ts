import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Behaviour, breaks, fails, hangs, refuses } from '@styling/fake-models';
import type { Answer } from '../client.ts';
import type { Checks, Scene } from '../stage.ts';
import { TIMES } from '../system/system.ts';
import {
  assertCounted,
  begin,
  beginAtModel,
  callsOf,
  endOf,
  eventually,
  succeeded,
  workersThatLogged,
} from './steps.ts';

/** With the statuses that the client may be answered. */
const FAILURES: readonly [string, Behaviour, number[]][] = [
  // Perhaps created, and never sent again.
  ['500', breaks(500), [500]],
  // Sent again by later deliveries.
  ['503', breaks(503), [503, 504]],
  ['garbage', { create: 'garbage' }, [500, 503]],
  ['nothing', hangs(), [504]],
  ['failure', fails('E001'), [500, 503]],
  ['refusal', refuses(), [400, 422]],
];

export const workerChecks: Checks = {
  [`9: a job of ${4 * TIMES.ackWaitSeconds} s, four times the acknowledgement time: one model call`]: async (scene) => {
    const { mark, answer, trace } = await begin(scene, 4_000 * TIMES.ackWaitSeconds);
    assert.equal((await answer).status, 200);
    assert.equal(callsOf(scene, mark).length, 1);
    const resumed = await workersThatLogged(scene, trace, 'prediction resumed');
    assert.equal(resumed.length, 0, 'another worker took it over');
    return 'one worker, one model call, 200';
  },
  '10: kill a worker mid-job: another continues, one image, one model call': async (scene) => {
    const { mark, answer } = await beginAtModel(scene, 3_000, (worker) => worker.kill());
    assert.equal((await answer).status, 200);
    assert.equal(callsOf(scene, mark).length, 1);
    await assertCounted(scene, { images: 1 });
    return '200, one model call, one image';
  },
  '11: SIGSTOP a worker past its acknowledgement time, then SIGCONT: one owner, one image': async (scene) => {
    const { mark, answer, worker } = await beginAtModel(scene, 2_000, (worker) => worker.pause());
    assert.equal((await answer).status, 200);
    worker.resume();
    await sleep(3_000);
    assert.equal(callsOf(scene, mark).length, 1);
    await assertCounted(scene, { images: 1 });
    return 'the other worker answered, the late one changed nothing';
  },
  '17: the model answers 500, 503, garbage, nothing, failure, refusal: an error, refunded but for the refusal, slot free':
    async (scene) => {
      const clients = await scene.newClients(FAILURES.length);
      const checkFailure = async ([name, behaviour, statuses]: (typeof FAILURES)[number], index: number) => {
        const client = clients[index] ?? clients[0];
        const { status } = await client.tryOn(scene.gateway, { mark: scene.times.mark(behaviour) });
        assert(statuses.includes(status), `${name} was answered ${status}`);
        await assertCounted({ ...scene, client }, { remaining: name === 'refusal' ? 998 : 999 });
        return `${name} ${status}`;
      };
      return (await Promise.all(FAILURES.map(checkFailure))).join(', ');
    },
};

/** Repeats until it is accepted. @returns the status */
const cancel = ({ client, other }: Scene, id: string): Promise<number> =>
  eventually('cancel', async () => {
    const { status } = await client.cancel(other, id);
    return [200, 202].includes(status) && status;
  });

async function cancelRunning(scene: Scene, { id, answer }: { id: string; answer: Promise<Answer> }): Promise<void> {
  assert.equal(await cancel(scene, id), 202);
  assert.equal((await answer).status, 409);
}

async function assertCanceled(scene: Scene, id: string): Promise<void> {
  assert.equal(await endOf(scene, id), 409);
  const { body } = await succeeded(() => scene.client.get(scene.other, `/jobs/${id}`));
  assert.equal(body.status, 'canceled');
  await assertCounted(scene, { images: 0, remaining: 999 });
}

export const cancelChecks: Checks = {
  'cancel: cancel while the model is at work: 409 at once, the prediction is cancelled, nothing counts': async (
    scene,
  ) => {
    const begun = await beginAtModel(scene, 15_000);
    const asked = performance.now();
    await cancelRunning(scene, begun);
    const ms = Math.round(performance.now() - asked);
    assert.deepEqual(callsOf(scene, begun.mark), ['canceled']);
    assert.equal(await cancel(scene, begun.id), 200);
    await assertCanceled(scene, begun.id);
    return `409 after ${ms} ms, the prediction cancelled`;
  },
  'cancel-queued: cancel while every worker is frozen: the gateway ends it, the workers make nothing of it': async (
    scene,
  ) => {
    const workers = scene.system.of('tryon');
    for (const worker of workers) worker.pause();
    const begun = await begin(scene, 200);
    await cancelRunning(scene, begun);
    scene.planted.workerFaults += workers.length;
    for (const worker of workers) worker.resume();
    await sleep(3_000);
    assert.deepEqual(callsOf(scene, begun.mark), []);
    await assertCanceled(scene, begun.id);
    return '409 without a worker, no model call later';
  },
  'cancel-killed: kill the worker, then cancel: its successor, or the sweep, ends it as canceled': async (scene) => {
    const begun = await beginAtModel(scene, 12_000, (worker) => worker.kill());
    await cancelRunning(scene, begun);
    await begun.worker.start();
    await assertCanceled(scene, begun.id);
    return '409';
  },
  'cancel-frozen: freeze the worker, cancel, and let it go on after the end: it changes nothing': async (scene) => {
    const begun = await beginAtModel(scene, 1_500, (worker) => worker.pause());
    await cancelRunning(scene, begun);
    begun.worker.resume();
    await sleep(3_000);
    await assertCanceled(scene, begun.id);
    return '409, and the late worker changed nothing';
  },
  'cancel-ended: cancel a request that has ended, and that of another user: 200 unchanged, 404': async (scene) => {
    const { client, gateway, other } = scene;
    const { requestId } = await succeeded(() => client.tryOn(gateway));
    const { body } = await succeeded(() => client.get(other, `/jobs/${requestId}`));
    const again = await succeeded(() => client.cancel(other, requestId));
    assert.deepEqual(again.body, body);
    const [stranger] = await scene.newClients(1);
    assert.equal((await stranger.cancel(other, requestId)).status, 404);
    await assertCounted(scene, { images: 1 });
    return 'unchanged';
  },
  'cancel-nats: cancel while NATS is down: 503, nothing changes; once it is back the cancel takes effect': async (
    scene,
  ) => {
    const { parts, client, other } = scene;
    const { id, answer } = await beginAtModel(scene, 15_000);
    await parts.nats.kill();
    const { status } = await client.cancel(other, id);
    await parts.nats.start();
    assert.equal(status, 503);
    await cancel(scene, id);
    assert.equal((await answer).status, 409);
    await assertCanceled(scene, id);
    return '503, then 409';
  },
};
