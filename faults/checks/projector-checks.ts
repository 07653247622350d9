import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { servicesOfKind } from '@styling/contracts';
import pg from 'pg';
import { rebuild } from '../accounting/gather.ts';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { answeredWith } from './expect.ts';

const TABLES = {
  images: 'images.image, images.deleted_image, images.disowned_key',
  usage: 'usage.answered_request, usage.key_day, usage.key_total, usage.rolled_up_day',
};

/** Guarantees when a projector is killed or its tables are emptied. */
export const projectorChecks: Check[] = [
  {
    id: '5',
    name: 'kill projectors ten times under load: they catch up',
    async run({ stage, random }) {
      const client = await stage.newClient();
      const { url } = stage.system.gateways[0] as { url: string };
      for (let round = 0; round < 5; round++) {
        for (const service of servicesOfKind('projection')) {
          const replica = random.choose(stage.system.of(service));
          await replica.kill();
          await sleep(random.between(0, 300));
          await replica.launch();
        }
        await sleep(random.between(200, 800));
      }
      const made = await answeredWith(200, () => client.tryOn(url));
      await answeredWith(200, () => client.get(url, `/images/${made.body.image_id}`));
      const { body } = await answeredWith(200, () => client.get(url, '/usage'));
      assert.equal((body.requests_by_endpoint as Record<string, number>)['/try_on_outfit'], 1);
      return 'a client reads its own writes';
    },
  },
  {
    id: '6',
    name: 'empty the tables under live traffic: rebuilt from the log, identical',
    async run({ stage }) {
      const client = await stage.newClient();
      const { url } = stage.system.gateways[1] as { url: string };
      const made = await answeredWith(200, () => client.tryOn(url));
      const database = new pg.Client({ connectionString: stage.system.databaseUrl });
      await database.connect();
      try {
        // The checkpoint first, as projectors do: its row is their lock.
        for (const [service, tables] of Object.entries(TABLES)) {
          await database.query(`begin; update ${service}.checkpoint set seq = 0; truncate ${tables}; commit`);
        }
      } finally {
        await database.end();
      }
      await answeredWith(200, async () => {
        const outcome = await client.get(url, `/images/${made.body.image_id}`);
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
