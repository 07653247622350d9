import assert from 'node:assert/strict';
import { statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { succeeded } from './expect.ts';

/** The gateway with a small limit, see `run-faults.ts`. */
const limit = 3;
export const LIMITED = {
  name: 'gateway-limited',
  limit,
  // It does no upkeep: a day ahead, it would delete what all others still use.
  variables: { DAILY_LIMIT: String(limit), SWEEP_GRACE_SECONDS: '3600', ORPHAN_MARGIN_SECONDS: '3600' },
};

const HOUR_MS = 3_600_000;

/** Guarantees when clocks are wrong. */
export const clockChecks: Check[] = [
  {
    id: '16',
    name: `the day's ${LIMITED.limit} requests, then the clock crosses midnight UTC, and back`,
    async run({ stage, times, client }) {
      const gateway = stage.system.replicas.find(({ name }) => name === LIMITED.name);
      assert(gateway);
      const quick = () => client.tryOn(gateway, { mark: times.mark({ takesMs: 100 }) });
      const leaves = async (remaining: number, why?: string) => {
        const { headers } = await succeeded(quick, 0);
        assert.equal(headers.get('x-ratelimit-remaining'), String(remaining), why);
      };
      for (let left = LIMITED.limit - 1; left >= 0; left--) await leaves(left);
      const midnight = new Date().setUTCHours(24, 0, 0, 0);
      const refused = await quick();
      assert(refused.kind === 'answered' && refused.status === 429);
      const { limit, remaining, reset } = refused.body;
      assert.deepEqual(
        { limit, remaining, reset },
        { limit: LIMITED.limit, remaining: 0, reset: new Date(midnight).toISOString() },
      );

      await gateway.shiftClock(midnight - Date.now() + 1_000);
      await leaves(LIMITED.limit - 1);
      await gateway.shiftClock(0);
      await leaves(LIMITED.limit - 2, 'the daily count was reset twice');
      return `${LIMITED.limit} x 200, 429 until midnight, ${LIMITED.limit - 1} left after it, and no second reset`;
    },
  },
  {
    id: 'clock-jump',
    name: 'the clocks of a gateway and of a worker jump by an hour, either way: an error, refunded, then 200',
    async run({ stage, client, gateway, other }) {
      const [worker] = stage.system.of('tryon');
      assert(worker);
      const seen: string[] = [];
      for (const shift of [HOUR_MS, -HOUR_MS]) {
        for (const replica of [worker, gateway]) {
          await replica.shiftClock(shift);
          const status = statusOf(await client.tryOn(gateway));
          assert([200, 429, 500, 504].includes(status), `was answered ${status}`);
          seen.push(`${replica.service} ${shift > 0 ? '+' : '-'}1 h ${status}`);
          await replica.shiftClock(0);
          await succeeded(() => client.tryOn(other), 20_000);
        }
      }
      return seen.join(', ');
    },
  },
];
