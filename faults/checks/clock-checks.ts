import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { nextMark, statusOf } from '../load/client.ts';
import type { Check } from './check.ts';
import { answeredWith } from './expect.ts';

/** The gateway with a small limit, see `run-faults.ts`. */
export const LIMITED = { name: 'gateway-limited', limit: 3 };

const HOUR_MS = 3_600_000;
/** A process reads its clock shift every 50 ms. */
const SEEN_MS = 200;

/** Guarantees when clocks are wrong. */
export const clockChecks: Check[] = [
  {
    id: '16',
    name: `the day's ${LIMITED.limit} requests, then the clock crosses midnight UTC, and back`,
    async run({ stage, times }) {
      const client = await stage.newClient();
      stage.planted.otherDay.add(client.user);
      const gateway = stage.system.replicas.find(({ name }) => name === LIMITED.name);
      assert(gateway);
      const quick = () => {
        const mark = nextMark();
        times.set(mark, { takesMs: 100 });
        return client.tryOn(gateway.url, { mark });
      };
      for (let left = LIMITED.limit - 1; left >= 0; left--) {
        const { headers } = await answeredWith(200, quick, 0);
        assert.equal(headers.get('x-ratelimit-remaining'), String(left));
      }
      const now = new Date();
      const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
      const refused = await quick();
      assert(refused.kind === 'answered' && refused.status === 429);
      const { limit, remaining, reset } = refused.body;
      assert.deepEqual(
        { limit, remaining, reset },
        { limit: LIMITED.limit, remaining: 0, reset: new Date(midnight).toISOString() },
      );

      await gateway.shiftClock(midnight - Date.now() + 1_000);
      await sleep(SEEN_MS);
      const tomorrow = await answeredWith(200, quick, 0);
      assert.equal(tomorrow.headers.get('x-ratelimit-remaining'), String(LIMITED.limit - 1));
      await gateway.shiftClock(0);
      await sleep(SEEN_MS);
      const back = await answeredWith(200, quick, 0);
      assert.equal(
        back.headers.get('x-ratelimit-remaining'),
        String(LIMITED.limit - 2),
        'the daily count was reset twice',
      );
      return `${LIMITED.limit} x 200, 429 until midnight, ${LIMITED.limit - 1} left after it, and no second reset`;
    },
  },
  {
    id: 'clock-jump',
    name: 'the clocks of a gateway and of a worker jump by an hour, either way: an error, refunded, then 200',
    async run({ stage }) {
      const client = await stage.newClient();
      const [gateway, other] = stage.system.gateways;
      const [worker] = stage.system.of('tryon');
      assert(gateway && other && worker);
      const seen: string[] = [];
      for (const shift of [HOUR_MS, -HOUR_MS]) {
        for (const replica of [worker, gateway]) {
          await replica.shiftClock(shift);
          await sleep(SEEN_MS);
          const status = statusOf(await client.tryOn(gateway.url));
          assert([200, 429, 500, 504].includes(status), `was answered ${status}`);
          seen.push(`${replica.service} ${shift > 0 ? '+' : '-'}1 h ${status}`);
          await replica.shiftClock(0);
          await sleep(SEEN_MS);
          await answeredWith(200, () => client.tryOn(other.url), 20_000);
        }
      }
      return seen.join(', ');
    },
  },
];
