import { clientsOf, type Measure } from '../bench.ts';
import { inTurns } from '../in-turns.ts';
import { addCallers } from '../rig/callers.ts';
import { comparison, type Row } from '../row.ts';
import { atMost, median, type Round } from '../statistics.ts';
import { seedImages, seedUsage, settle } from './seed.ts';

const GOAL = atMost(1.5);
type Size = { readonly images: number; readonly requests: number };
const NONE: Size = { images: 0, requests: 0 };
const SMALL: Size = { images: 10_000, requests: 10_000 };
const BIG: Size = { images: 100_000, requests: 100_000 };
const HUGE: Size = { images: 1_000_000, requests: 10_000_000 };

/**
 * Whether lists and usage stay as fast when the tables grow. All rows belong to one user, the worst case. A small table and
 * a big one cannot be measured alternately, so each latency is a multiple of a floor's that does not grow, measured right
 * before it.
 */
export const growth: Measure = {
  name: 'growth',
  async run({ startRig, host, load, rounds, long, seconds }) {
    const big = long ? HUGE : BIG;
    const rig = await startRig({ services: ['images', 'usage'] });
    const floor = await (await host('floors/http.ts')).call<string>('express');
    const [caller] = await addCallers(rig.sql, 1);
    if (!caller) throw new Error('no caller');
    const p50 = async (url: string, path: string) =>
      (await load({ url, path, method: 'GET', clients: clientsOf([caller]), seconds: seconds / 2 })).p50;
    const grow = async (from: Size, to: Size) => {
      await seedUsage(rig.sql, caller, to.requests - from.requests);
      const [newest] = await seedImages(rig.sql, caller, to.images - from.images);
      await settle(rig.sql);
      const measured = (path: string) =>
        inTurns(rounds, { floor: () => p50(floor, '/'), subject: () => p50(rig.apiUrl, path) });
      return {
        'GET /images (20 rows)': await measured('/images?limit=20'),
        'GET /images/:id': await measured(`/images/${newest}`),
        'GET /usage': await measured('/usage'),
      };
    };
    const small = await grow(NONE, SMALL);
    const grown = await grow(SMALL, big);
    return Object.entries(small).map(([what, before]) => rowOf(what, before, grown[what as keyof typeof grown], big));
  },
};

function rowOf(what: string, small: readonly Round[], big: readonly Round[], size: Size): Row {
  const grown = median(big.map(({ floor }) => floor)) / median(small.map(({ floor }) => floor));
  // Each big round beside the small one, which is corrected by how much slower the machine itself has become.
  const rounds = big.map(({ subject }, index) => ({ subject, floor: (small[index]?.subject ?? Number.NaN) * grown }));
  const count = (rows: number) => rows.toLocaleString('en');
  const rows = what.includes('usage') ? `${count(size.requests)} requests` : `${count(size.images)} images`;
  return comparison({ what: `${what}, ${rows}: p50`, unit: 'ms', goal: GOAL }, 'with 10,000', rounds);
}
