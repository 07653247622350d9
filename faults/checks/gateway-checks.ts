import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextMark, statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { acceptedOf, answeredWith } from './expect.ts';

/** Guarantees when a gateway is killed or stopped, or its client disconnects. */
export const gatewayChecks: Check[] = [
  {
    id: '12',
    name: 'kill a gateway mid-job: the job completes, the slot frees, the image is listed',
    async run({ stage, times }) {
      const client = await stage.newClient();
      const [doomed, other] = stage.system.gateways;
      assert(doomed && other);
      const mark = nextMark();
      times.set(mark, { takesMs: 3_000 });
      const answer = client.tryOn(doomed.url, { mark });
      const { data } = await acceptedOf(stage, client);
      await doomed.kill();
      assert.equal((await answer).kind, 'broken');
      assert.equal(statusOf(await client.tryOn(other.url)), 429);
      const end = await stage.observer.find(
        'end of the job',
        (message) => message.id === `${data.request_id}/completed`,
      );
      assert.equal(end.data.status, 200);
      await answeredWith(200, () => client.tryOn(other.url));
      const [image] = data.image_ids as string[];
      await answeredWith(200, () => client.get(other.url, `/images/${image}`));
      await doomed.start();
      return 'completed without its gateway, next request 200';
    },
  },
  {
    id: '13',
    name: 'the client disconnects: its next request is 429 until the job is done',
    async run({ stage, times }) {
      const client = await stage.newClient();
      const [gateway, other] = stage.system.gateways;
      assert(gateway && other);
      const mark = nextMark();
      times.set(mark, { takesMs: 2_500 });
      const hangUp = new AbortController();
      const answer = client.tryOn(gateway.url, { mark, signal: hangUp.signal });
      const { data } = await acceptedOf(stage, client);
      hangUp.abort();
      assert.equal((await answer).kind, 'broken');
      let refused = 0;
      const ended = () => [...stage.observer.messages.values()].some(({ id }) => id === `${data.request_id}/completed`);
      while (!ended()) {
        const status = statusOf(await client.tryOn(refused % 2 ? gateway.url : other.url));
        if (!ended()) assert.equal(status, 429);
        refused++;
        await sleep(200);
      }
      assert(refused >= 3, `only ${refused} requests were refused`);
      await answeredWith(200, () => client.tryOn(gateway.url));
      return `refused ${refused} times, then 200`;
    },
  },
  {
    id: '14',
    name: 'SIGTERM a gateway with 5 in flight: 5 x 200, new ones refused',
    async run({ stage, times }) {
      const clients = await Promise.all(Array.from({ length: 5 }, () => stage.newClient()));
      const [gateway] = stage.system.gateways;
      assert(gateway);
      const answers = clients.map((client) => {
        const mark = nextMark();
        times.set(mark, { takesMs: 2_500 });
        return client.tryOn(gateway.url, { mark });
      });
      await Promise.all(clients.map((client) => acceptedOf(stage, client)));
      const ended = gateway.terminate();
      await sleep(300);
      const late = await (clients[0] as (typeof clients)[0]).get(gateway.url, '/usage');
      assert.notEqual(statusOf(late), 200);
      const statuses = (await Promise.all(answers)).map(statusOf);
      assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
      await ended;
      await gateway.start();
      return '5 x 200, the late one was refused';
    },
  },
];
