import { type Bench, clientsOf, startHop } from '../bench.ts';
import { addCallers, type Caller, seedImages, seedUsage } from '../rig/seed.ts';
import { atMost, comparison, inTurns, median } from '../rows.ts';

type Size = readonly [images: number, requests: number];
const SMALL: Size = [10_000, 10_000];
const BIG: Size = [100_000, 100_000];
const HUGE: Size = [1_000_000, 10_000_000];

/** Small and big tables cannot be measured in turns: each latency is corrected by a floor's right before it. */
export async function growth(bench: Bench) {
  const { startRig, load, rounds, long, seconds } = bench;
  const big = long ? HUGE : BIG;
  const rig = await startRig({ services: ['images', 'usage'] });
  const floor = (await startHop(bench)).url;
  const [caller] = (await addCallers(rig.sql, 1)) as [Caller];
  const p50 = async (url: string, path: string) =>
    (await load({ url, path, method: 'GET', clients: clientsOf([caller]), seconds: seconds / 2 })).p50;
  const grow = async (from: Size, to: Size) => {
    const newest = await seedImages(rig.sql, caller, to[0] - from[0]);
    await seedUsage(rig.sql, caller, to[1] - from[1]);
    // What autovacuum would do after a while.
    await rig.sql.query('vacuum analyze');
    const measured = (path: string) =>
      inTurns(rounds, { floor: () => p50(floor, '/1'), subject: () => p50(rig.apiUrl, path) });
    return {
      'GET /images (20 rows)': await measured('/images?limit=20'),
      'GET /images/:id': await measured(`/images/${newest}`),
      'GET /usage': await measured('/usage'),
    };
  };
  const small = await grow([0, 0], SMALL);
  const grown = Object.entries(await grow(SMALL, big));
  return grown.map(([what, after]) => {
    const before = small[what as keyof typeof small];
    const slower = median(after.map((round) => round.floor)) / median(before.map((round) => round.floor));
    const floorOf = (index: number) => (before[index]?.subject ?? Number.NaN) * slower;
    const compared = after.map(({ subject }, index) => ({ subject, floor: floorOf(index) }));
    const [rows, kind] = what.includes('usage') ? [big[1], 'requests'] : [big[0], 'images'];
    const described = { what: `${what}, ${rows.toLocaleString('en')} ${kind}: p50`, unit: 'ms', goal: atMost(1.5) };
    return comparison(described, 'with 10,000', compared);
  });
}
