import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { acceptedOf, endOf, succeeded } from './expect.ts';

/** Guarantees when a gateway is killed or stopped, or its client disconnects. */
export const gatewayChecks: Check[] = [
  {
    id: '12',
    name: 'kill a gateway mid-job: the job completes, the slot frees, the image is listed',
    async run({ stage, times, client, gateway, other }) {
      const answer = client.tryOn(gateway, { mark: times.mark({ takesMs: 3_000 }) });
      const { data } = await acceptedOf(stage, client);
      await gateway.kill();
      assert.equal((await answer).kind, 'broken');
      assert.equal(statusOf(await client.tryOn(other)), 429);
      const end = await endOf(stage, data.request_id);
      assert.equal(end.data.status, 200);
      await succeeded(() => client.tryOn(other));
      const [image] = data.image_ids as string[];
      await succeeded(() => client.get(other, `/images/${image}`));
      await gateway.start();
      return 'completed without its gateway, next request 200';
    },
  },
  {
    id: '13',
    name: 'the client disconnects: its next request is 429 until the job is done',
    async run({ stage, times, client, gateway, other }) {
      const hangUp = new AbortController();
      const answer = client.tryOn(gateway, { mark: times.mark({ takesMs: 2_500 }), signal: hangUp.signal });
      const { data } = await acceptedOf(stage, client);
      hangUp.abort();
      assert.equal((await answer).kind, 'broken');
      let refused = 0;
      const ended = () => [...stage.observer.messages.values()].some(({ id }) => id === `${data.request_id}/completed`);
      while (!ended()) {
        const status = statusOf(await client.tryOn(refused % 2 ? gateway : other));
        if (!ended()) assert.equal(status, 429);
        refused++;
        await sleep(200);
      }
      assert(refused >= 3, `only ${refused} requests were refused`);
      await succeeded(() => client.tryOn(gateway));
      return `refused ${refused} times, then 200`;
    },
  },
  {
    id: '14',
    name: 'SIGTERM a gateway with 5 in flight: 5 x 200, new ones refused',
    async run({ stage, times, client, gateway }) {
      const clients = [client, ...(await stage.newClients(4))];
      const answers = clients.map((each) => each.tryOn(gateway, { mark: times.mark({ takesMs: 2_500 }) }));
      await Promise.all(clients.map((each) => acceptedOf(stage, each)));
      const ended = gateway.terminate();
      await sleep(300);
      assert.notEqual(statusOf(await client.get(gateway, '/usage')), 200);
      assert.deepEqual((await Promise.all(answers)).map(statusOf), [200, 200, 200, 200, 200]);
      await ended;
      await gateway.start();
      return '5 x 200, the late one was refused';
    },
  },
];
