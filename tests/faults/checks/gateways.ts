import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { KEYS_SCRIPT } from '@styling/local-servers';
import type { Answer } from '../client.ts';
import type { Checks, Scene } from '../stage.ts';
import { TIMES } from '../system/system.ts';
import { acceptedBy, acceptedOf, begin, callsOf, completionOf, endOf, eventually, succeeded } from './steps.ts';

export const gatewayChecks: Checks = {
  '12: kill a gateway mid-job: the job completes, the slot frees, the image is listed': async (scene) => {
    const { client, gateway, other } = scene;
    const { answer, id, imageIds } = await begin(scene, 3_000);
    await gateway.kill();
    assert.equal((await answer).status, 0);
    assert.equal((await client.tryOn(other)).status, 429);
    assert.equal(await endOf(scene, id), 200);
    await succeeded(() => client.tryOn(other));
    await succeeded(() => client.get(other, `/images/${imageIds[0]}`));
    return 'completed without its gateway, next request 200';
  },
  '13: the client disconnects: its next request is 429 until the job is done': async (scene) => {
    const { client, gateway, other } = scene;
    const hangUp = new AbortController();
    const { answer, id } = await begin(scene, 2_500, { signal: hangUp.signal });
    hangUp.abort();
    assert.equal((await answer).status, 0);
    let refused = 0;
    while (!completionOf(scene, id)) {
      const { status } = await client.tryOn(refused % 2 ? gateway : other);
      if (!completionOf(scene, id)) assert.equal(status, 429);
      refused++;
      await sleep(200);
    }
    assert(refused >= 3, `only ${refused} requests were refused`);
    await succeeded(() => client.tryOn(gateway));
    return `refused ${refused} times, then 200`;
  },
  '14: SIGTERM a gateway with 5 in flight: 5 x 200, new ones refused': async (scene) => {
    const { gateway, client } = scene;
    const clients = [client, ...(await scene.newClients(4))];
    const begun = await Promise.all(clients.map((each) => begin({ ...scene, client: each }, 2_500)));
    const ended = gateway.terminate();
    await sleep(300);
    assert.notEqual((await client.get(gateway, '/usage')).status, 200);
    for (const { answer } of begun) assert.equal((await answer).status, 200);
    await ended;
    return '5 x 200, the late one was refused';
  },
  '19: revoke a key while it is in use: no 200 for what is sent after the commit': async ({ system, client }) => {
    const { key_id } = JSON.parse(await system.run(KEYS_SCRIPT, 'list', '--user', client.user));
    const answers: { sentAt: number; status: number }[] = [];
    let over = false;
    const asking = system.gateways.map(async (gateway) => {
      while (!over) {
        const sentAt = performance.now();
        answers.push({ sentAt, status: (await client.get(gateway, '/usage')).status });
      }
    });
    await sleep(500);
    await system.run(KEYS_SCRIPT, 'revoke', key_id);
    const revokedAt = performance.now();
    await sleep(500);
    over = true;
    await Promise.all(asking);
    const late = answers.filter(({ sentAt }) => sentAt > revokedAt);
    assert(answers.some(({ status }) => status === 200) && late.length > 0, 'no requests before or after');
    assert.deepEqual([...new Set(late.map(({ status }) => status))], [403]);
    return `${answers.length - late.length} before, ${late.length} after, all of these 403`;
  },
};

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotent-replayed') === 'true';
const assertProcessedOnce = (scene: Scene, mark: string): void =>
  assert.deepEqual([acceptedBy(scene).length, callsOf(scene, mark).length], [1, 1]);

/** Longer than a request that only the sweep ends. */
const SWEPT_WITHIN_MS = 1000 * (TIMES.requestTimeoutSeconds + 2 * TIMES.sweepGraceSeconds + 10);

export const repeatChecks: Checks = {
  '18-gateway: kill the gateway of a request with a key: the retry is 429 until it has ended, then its answer': async (
    scene,
  ) => {
    const { client, gateway, other } = scene;
    const options = { mark: scene.times.mark({ takesMs: 3_000 }), isKeyed: true };
    const answer = client.generate(gateway, options);
    await acceptedOf(scene);
    await gateway.kill();
    assert.equal((await answer).status, 0);
    assert.equal((await client.generate(other, options)).status, 429);
    const retried = await succeeded(() => client.generate(other, options));
    assert(isReplay(retried) && retried.body.image_base64, 'no picture');
    await gateway.start();
    const again = await client.generate(gateway, options);
    assert.deepEqual([isReplay(again), again.body], [true, retried.body]);
    assertProcessedOnce(scene, options.mark);
    return 'one model call, its picture answered by both gateways';
  },
  '18-unsaid: kill the gateway of a request with a key before it is published: the key is released with the slot':
    async (scene) => {
      const { client, gateway, other } = scene;
      const options = { mark: scene.times.mark({ takesMs: 500 }), isKeyed: true };
      gateway.setLink('store', 'held');
      const answer = client.tryOn(gateway, options);
      await eventually('admission', async () => {
        const { body } = await succeeded(() => client.get(other, '/usage'));
        return (body.rate_limit as { used_today: number }).used_today === 1;
      });
      assert.equal((await client.tryOn(other, options)).status, 429);
      await gateway.kill();
      assert.equal((await answer).status, 0);
      assert.equal(acceptedBy(scene).length, 0);
      const done = await succeeded(() => client.tryOn(other, options), SWEPT_WITHIN_MS);
      assert(!isReplay(done), 'there was no answer to replay');
      assert(isReplay(await client.tryOn(other, options)), 'the second was processed again');
      assertProcessedOnce(scene, options.mark);
      return 'ended by the sweep, then processed once';
    },
};
