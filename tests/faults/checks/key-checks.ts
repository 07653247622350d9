import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { KEYS_SCRIPT } from '@styling/local-servers/run-script';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';

/** Guarantees about API keys. */
export const keyChecks: Check[] = [
  {
    id: '19',
    name: 'revoke a key while it is in use: no 200 for what is sent after the commit',
    async run({ stage, client }) {
      const { key_id } = JSON.parse(await stage.system.run(KEYS_SCRIPT, 'list', '--user', client.user));
      const answers: { sentAt: number; status: number }[] = [];
      let over = false;
      const asking = stage.system.gateways.map(async (gateway) => {
        while (!over) {
          const sentAt = performance.now();
          answers.push({ sentAt, status: statusOf(await client.get(gateway, '/usage')) });
        }
      });
      await sleep(500);
      await stage.system.run(KEYS_SCRIPT, 'revoke', key_id);
      const revokedAt = performance.now();
      await sleep(500);
      over = true;
      await Promise.all(asking);
      const late = answers.filter(({ sentAt }) => sentAt > revokedAt);
      assert(answers.some(({ status }) => status === 200) && late.length > 0, 'no requests before or after');
      assert.deepEqual([...new Set(late.map(({ status }) => status))], [403]);
      return `${answers.length - late.length} before, ${late.length} after, all of these 403`;
    },
  },
];
