import { type Bench, clientsOf, type Measure } from '../bench.ts';
import { processorTime } from '../rig/processor-time.ts';
import { comparison, type Row } from '../row.ts';
import type { Round } from '../statistics.ts';
import { seedImages } from './seed.ts';

const MEASURE = 'reads';
const GOAL = { at: 'least', bound: 0.6 } as const;
const FLOOR = 'express, one NATS hop, one select';
const PEER = 'express alone';
/** Images of each user, and of a page. */
const IMAGES = 20;
const WARM_UP_SECONDS = 0.3;

type Target = { readonly url: string; readonly path: string };

/** The three GET endpoints, each with rows there to be read, against one hop and one select. */
export const reads: Measure = {
  name: MEASURE,
  async run(bench) {
    const { rig, callers } = bench;
    const ids = await Promise.all(callers.map((caller) => seedImages(rig.sql, caller, IMAGES)));
    await using undo = new AsyncDisposableStack();
    const hosted = async (module: string) => {
      const child = await rig.host(module);
      undo.defer(() => child.stop());
      return child;
    };
    const [front, back] = await Promise.all([1, 2].map(() => hosted('floors/express-nats-pg.ts')));
    if (!front || !back) throw new Error('no floor');
    const floor = await front.call<string>('start', rig.natsUrl);
    await back.call('answer', rig.natsUrl, rig.databaseUrl);
    const peer = await hosted('peers/express-in-memory.ts');
    const peerUrl = await peer.call<string>('start', rig.databaseUrl);

    const ours = (path: string): Target => ({ url: rig.apiUrl, path });
    // A user may read no image of another, so one user reads one image from all clients.
    const page = `/images?limit=${IMAGES}`;
    const one = `/images/${ids[0]?.[0]}`;
    return [
      ...(await compare(bench, 'GET /images (20 rows)', ours(page), { url: floor, path: `/${IMAGES}` })),
      ...(await compare(bench, 'GET /images/:id', ours(one), { url: floor, path: '/1' }, { ofOneUser: true })),
      ...(await compare(bench, 'GET /usage', ours('/usage'), { url: floor, path: `/${IMAGES}` })),
      ...(await compare(bench, 'GET /images (20 rows)', ours(page), { url: peerUrl, path: '/images' }, { peer: true })),
    ];
  },
};

async function compare(
  bench: Bench,
  what: string,
  subject: Target,
  floor: Target,
  { ofOneUser = false, peer = false } = {},
): Promise<Row[]> {
  const all = clientsOf(bench.callers);
  const clients = ofOneUser ? all.map(() => all[0] ?? {}) : all;
  const rates: Round[] = [];
  const times: Round[] = [];
  for (const target of [floor, subject]) await bench.warmUp({ ...target, method: 'GET', clients });
  for (let round = 0; round < bench.rounds; round++) {
    const bare = await measured(bench, { ...floor, clients });
    const ours = await measured(bench, { ...subject, clients });
    rates.push({ subject: ours.perSecond, floor: bare.perSecond });
    times.push({ subject: ours.processorMs, floor: bare.processorMs });
  }
  const described = { measure: MEASURE, what: `${what}, ${clients.length} clients`, unit: '/s' };
  if (peer) return [comparison(described, PEER, rates)];
  const time = { ...described, what: `${described.what}: processor time of an answer`, unit: 'ms' };
  const told = times.every(({ subject, floor }) => subject > 0 && floor > 0);
  return [comparison({ ...described, goal: GOAL }, FLOOR, rates), ...(told ? [comparison(time, FLOOR, times)] : [])];
}

/** Answers a second, and what all processes but the load took for one: that is much the same on a busy machine. */
async function measured(bench: Bench, target: Target & { clients: Record<string, string>[] }) {
  const load = { ...target, method: 'GET', warmUpSeconds: 0 } as const;
  await bench.load({ ...load, seconds: WARM_UP_SECONDS });
  const before = spent();
  const { perSecond, requests } = await bench.load(load);
  return { perSecond, processorMs: (spent() - before) / requests };
}

function spent(): number {
  const times = processorTime(process.pid);
  times.delete('load');
  return [...times.values()].reduce((sum, ms) => sum + ms, 0);
}
