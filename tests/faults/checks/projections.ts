import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { services, servicesOfKind } from '@styling/contracts';
import { rebuild } from '../accounting/gather.ts';
import { jump, KILL, PAUSE } from '../random-mix.ts';
import type { Checks } from '../stage.ts';
import { query } from '../system/parts.ts';
import { assertOneTryOn, eventually, succeeded } from './steps.ts';

const TABLES = {
  images: ['image', 'deleted_image', 'disowned_key', 'asset', 'deleted_asset'],
  jobs: ['job', 'disowned_key'],
  webhooks: ['user_event', 'request', 'image', 'day', 'disowned_key'],
  usage: ['answered_request', 'key_day', 'key_total', 'rolled_up_day'],
} as const;

const HOUR_MS = 3_600_000;

const FAULTS = { killed: KILL, paused: PAUSE, 'an hour ahead': jump(HOUR_MS), 'an hour behind': jump(-HOUR_MS) };
const TYPES = ['job.succeeded', 'image.created'];
/** So long that faults find deliveries on their way. */
const TAKES_MS = 300;
/** A killed process's deliveries are sent again after their lease of 30 s. */
const DELIVERED_WITHIN_MS = 60_000;

export const projectionChecks: Checks = {
  '5: kill a projector of every read model twice under load: they catch up': async (scene) => {
    const { system, random, client, gateway } = scene;
    for (let round = 0; round < 2; round++) {
      for (const service of servicesOfKind('projection')) {
        const replica = random.choose(system.of(service));
        await replica.kill();
        await sleep(random.between(0, 300));
        await replica.launch();
      }
      await sleep(random.between(200, 800));
    }
    const made = await succeeded(() => client.tryOn(gateway));
    await succeeded(() => client.get(gateway, `/images/${made.body.image_id}`));
    await assertOneTryOn(scene);
    return 'a client reads its own writes';
  },
  '6: empty the tables under live traffic: rebuilt from the log, identical': async ({ system, client, other }) => {
    const made = await succeeded(() => client.tryOn(other));
    for (const service of servicesOfKind('projection') as (keyof typeof TABLES)[]) {
      const { schema } = services[service];
      const tables = TABLES[service].map((table) => `${schema}.${table}`);
      // The checkpoint first, as projectors do: its row is their lock.
      const emptying = `begin; update ${schema}.checkpoint set seq = 0; truncate ${tables}; commit`;
      await query(system.databaseUrl, emptying);
    }
    await succeeded(async () => {
      const answer = await client.get(other, `/images/${made.body.image_id}`);
      assert.notEqual(answer.status, 404, 'answered from the emptied tables');
      return answer;
    });
    const seen: string[] = [];
    for (const service of servicesOfKind('projection')) {
      const { identical, events } = await rebuild(system, service);
      assert.notEqual(identical, false, `${service} differs from a rebuild`);
      seen.push(`${service} ${identical ? 'identical' : 'not compared'} after ${events} events`);
    }
    return seen.join(', ');
  },
  'webhooks: senders are killed, paused, and their clocks jump: every event once or more, and nothing else': async (
    scene,
  ) => {
    const { system, times, client, gateway, other } = scene;
    /** The `webhook-id` of each request that has arrived. */
    const ids: string[] = [];
    await using receiver = createServer((request, response) => {
      ids.push(String(request.headers['webhook-id']));
      request.resume();
      setTimeout(() => response.writeHead(204).end(), TAKES_MS);
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    assert.equal((await client.subscribe(gateway, { url, events: TYPES })).status, 201);
    const senders = system.of('webhooks');
    const quick = () => client.tryOn(other, { mark: times.mark({ takesMs: 100 }) });
    for (const [begin, end] of Object.values(FAULTS)) {
      for (const sender of senders) {
        // Its events are on their way when the fault begins; those of the next one happen during it.
        await succeeded(quick);
        await begin(sender);
        await succeeded(quick);
        await end(sender);
      }
    }
    const { body } = await succeeded(() => client.get(gateway, `/events?types=${TYPES}`));
    const events = (body.events as { id: string }[]).map(({ id }) => id);
    assert.equal(events.length, 2 * TYPES.length * Object.keys(FAULTS).length * senders.length);
    const areDelivered = async () => events.every((id) => ids.includes(id));
    await eventually('delivery of every event', areDelivered, DELIVERED_WITHIN_MS);
    assert.deepEqual(new Set(ids), new Set(events), 'an event that is not in the feed was sent');
    const scheduled = `select count(*)::int as count from webhooks.delivery join webhooks.webhook using (webhook_id)
      where webhook.user_id = $1`;
    const [row] = await query<{ count: number }>(system.databaseUrl, scheduled, [client.user]);
    assert.equal(row?.count, events.length, 'an event was scheduled twice, or not at all');
    const again = ids.length - events.length;
    return `${events.length} events, ${again} of them sent again; ${Object.keys(FAULTS).join(', ')}`;
  },
};
