import { type Bench, clientsOf, type Measure } from '../bench.ts';
import { addCallers, type Caller } from '../rig/callers.ts';
import { comparison, type Row } from '../row.ts';
import { atMost, median, type Round } from '../statistics.ts';
import { seedImages, seedUsage, settle } from './seed.ts';

const GOAL = atMost(1.5);
type Size = { readonly images: number; readonly requests: number };
const NONE: Size = { images: 0, requests: 0 };
const SMALL: Size = { images: 10_000, requests: 10_000 };
const BIG: Size = { images: 100_000, requests: 100_000 };
const HUGE: Size = { images: 1_000_000, requests: 10_000_000 };

/** Latencies of one size: of each path, measured alternately with a floor that does not grow. */
type Latencies = ReadonlyMap<string, readonly Round[]>;

/**
 * Whether lists and usage stay as fast when the tables grow. All rows belong to one user, the worst case. A small table and
 * a big one cannot be measured alternately, so each latency is a multiple of the floor's, measured right before it.
 */
export const growth: Measure = {
  name: 'growth',
  async run(bench) {
    const big = bench.long ? HUGE : BIG;
    const rig = await bench.startRig({ services: ['images', 'usage'] });
    try {
      const floor = await (await rig.host('floors/http.ts')).call<string>('express');
      const [caller] = await addCallers(rig.sql, 1);
      if (!caller) throw new Error('no caller');
      const grow = async (from: Size, to: Size): Promise<Latencies> => {
        await seedUsage(rig.sql, caller, to.requests - from.requests);
        const [newest] = await seedImages(rig.sql, caller, to.images - from.images);
        await settle(rig.sql);
        const latencies = new Map<string, Round[]>();
        for (const [what, path] of [
          ['GET /images (20 rows)', '/images?limit=20'],
          ['GET /images/:id', `/images/${newest}`],
          ['GET /usage', '/usage'],
        ] as const) {
          latencies.set(what, await inTurns(bench, { url: rig.apiUrl, path }, { url: floor, path: '/' }, caller));
        }
        return latencies;
      };
      const small = await grow(NONE, SMALL);
      const grown = await grow(SMALL, big);
      return [...small].map(([what, before]) => rowOf(what, before, grown.get(what) ?? [], big));
    } finally {
      await rig.stop();
    }
  },
};

type Target = { readonly url: string; readonly path: string };

async function inTurns(bench: Bench, subject: Target, floor: Target, caller: Caller): Promise<Round[]> {
  const one = { method: 'GET', clients: clientsOf([caller]), seconds: bench.seconds / 2 } as const;
  const rounds: Round[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const bare = await bench.load({ ...floor, ...one });
    const ours = await bench.load({ ...subject, ...one });
    rounds.push({ subject: ours.p50, floor: bare.p50 });
  }
  return rounds;
}

function rowOf(what: string, small: readonly Round[], big: readonly Round[], size: Size): Row {
  const grown = median(big.map(({ floor }) => floor)) / median(small.map(({ floor }) => floor));
  // Each big round beside the small one, which is corrected by how much slower the machine itself has become.
  const rounds = big.map(({ subject }, index) => ({ subject, floor: (small[index]?.subject ?? Number.NaN) * grown }));
  const count = (rows: number) => rows.toLocaleString('en');
  const rows = what.includes('usage') ? `${count(size.requests)} requests` : `${count(size.images)} images`;
  return comparison({ what: `${what}, ${rows}: p50`, unit: 'ms', goal: GOAL }, 'with 10,000', rounds);
}
