import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { services, servicesOfKind } from '@styling/contracts';
import { rebuild, withDatabase } from '../accounting/gather.ts';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { assertOneTryOn, succeeded } from './expect.ts';

const TABLES = {
  images: ['image', 'deleted_image', 'disowned_key', 'asset', 'deleted_asset'],
  jobs: ['job', 'disowned_key'],
  webhooks: ['user_event', 'request', 'image', 'day', 'disowned_key'],
  usage: ['answered_request', 'key_day', 'key_total', 'rolled_up_day'],
} as const;

/** Guarantees when a projector is killed or its tables are emptied. */
export const projectorChecks: Check[] = [
  {
    id: '5',
    name: 'kill a projector of every read model twice under load: they catch up',
    async run({ stage, random, client, gateway }) {
      for (let round = 0; round < 2; round++) {
        for (const service of servicesOfKind('projection')) {
          const replica = random.choose(stage.system.of(service));
          await replica.kill();
          await sleep(random.between(0, 300));
          await replica.launch();
        }
        await sleep(random.between(200, 800));
      }
      const made = await succeeded(() => client.tryOn(gateway));
      await succeeded(() => client.get(gateway, `/images/${made.body.image_id}`));
      await assertOneTryOn(client, gateway);
      return 'a client reads its own writes';
    },
  },
  {
    id: '6',
    name: 'empty the tables under live traffic: rebuilt from the log, identical',
    async run({ stage, client, other }) {
      const made = await succeeded(() => client.tryOn(other));
      await withDatabase(stage.system.databaseUrl, async (database) => {
        // The checkpoint first, as projectors do: its row is their lock.
        for (const service of servicesOfKind('projection') as (keyof typeof TABLES)[]) {
          const { schema } = services[service];
          const tables = TABLES[service].map((table) => `${schema}.${table}`);
          await database.query(`begin; update ${schema}.checkpoint set seq = 0; truncate ${tables}; commit`);
        }
      });
      await succeeded(async () => {
        const outcome = await client.get(other, `/images/${made.body.image_id}`);
        assert.notEqual(statusOf(outcome), 404, 'answered from the emptied tables');
        return outcome;
      });
      const seen: string[] = [];
      for (const service of servicesOfKind('projection')) {
        const rebuilt = await rebuild(stage.system, service);
        assert.notEqual(rebuilt.identical, false, `${service} differs from a rebuild`);
        seen.push(`${service} ${rebuilt.identical ? 'identical' : 'not compared'} after ${rebuilt.events} events`);
      }
      return seen.join(', ');
    },
  },
];
