import assert from 'node:assert/strict';
import type { Checks } from '../stage.ts';
import { succeeded } from './steps.ts';

const LIMIT = 3;
const HOUR_MS = 3_600_000;

/** No load uses this gateway. */
export const LIMITED = {
  name: 'gateway-limited',
  // It does no upkeep: a day ahead, it would delete what all others still use.
  variables: { DAILY_LIMIT: String(LIMIT), SWEEP_GRACE_SECONDS: '3600', ORPHAN_MARGIN_SECONDS: '3600' },
};

export const clockChecks: Checks = {
  [`16: the day's ${LIMIT} requests, then the clock crosses midnight UTC, and back`]: async (scene) => {
    const { system, times, client } = scene;
    const gateway = system.replicas.find(({ name }) => name === LIMITED.name);
    assert(gateway);
    const quick = () => client.tryOn(gateway, { mark: times.mark({ takesMs: 100 }) });
    const leaves = async (remaining: number, why?: string) => {
      const { headers } = await succeeded(quick, 0);
      assert.equal(headers.get('x-ratelimit-remaining'), String(remaining), why);
    };
    for (let left = LIMIT - 1; left >= 0; left--) await leaves(left);
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    const { status, body } = await quick();
    const { limit, remaining, reset } = body;
    assert.deepEqual([status, limit, remaining, reset], [429, LIMIT, 0, new Date(midnight).toISOString()]);

    await gateway.shiftClock(midnight - Date.now() + 1_000);
    await leaves(LIMIT - 1);
    await gateway.shiftClock(0);
    await leaves(LIMIT - 2, 'the daily count was reset twice');
    return `${LIMIT} x 200, 429 until midnight, ${LIMIT - 1} left after it, and no second reset`;
  },
  'clock-jump: the clocks of a gateway and of a worker jump by an hour, either way: an error, refunded, then 200':
    async (scene) => {
      const { system, client, gateway, other } = scene;
      const [worker] = system.of('tryon');
      assert(worker);
      const seen: string[] = [];
      for (const shift of [HOUR_MS, -HOUR_MS]) {
        for (const replica of [worker, gateway]) {
          await replica.shiftClock(shift);
          const { status } = await client.tryOn(gateway);
          assert([200, 429, 500, 504].includes(status), `was answered ${status}`);
          seen.push(`${replica.service} ${shift > 0 ? '+' : '-'}1 h ${status}`);
          await replica.shiftClock(0);
          await succeeded(() => client.tryOn(other), 20_000);
        }
      }
      return seen.join(', ');
    },
};
