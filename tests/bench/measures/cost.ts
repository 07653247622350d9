import { type Bench, clientsOf, type Measure } from '../bench.ts';
import type { Load } from '../load/closed-loop.ts';
import { orderBody } from '../order-body.ts';
import { processorTime } from '../rig/processor-time.ts';
import { type Row, value } from '../row.ts';
import { seedImages } from './seed.ts';

/** Images of each user, and of a page. */
const IMAGES = 20;

/** CPU time per response, by process, which other work on the machine changes little. Linux only; elsewhere it has no rows. */
export const cost: Measure = {
  name: 'cost',
  onlyInFull: true,
  async run(bench) {
    const { body } = await orderBody(96, 96);
    return costsOf(bench, [{ method: 'POST', path: '/try_on_outfit', body }]);
  },
};

/** The same of the three GET endpoints, each with rows there to be read. */
export const readCost: Measure = {
  name: 'read-cost',
  onlyInFull: true,
  async run(bench) {
    const { rig, callers } = bench;
    const ids = await Promise.all(callers.map((caller) => seedImages(rig.sql, caller, IMAGES)));
    return costsOf(bench, [
      { method: 'GET', path: `/images?limit=${IMAGES}` },
      { method: 'GET', path: '/images/:id', paths: ids.map(([id]) => `/images/${id}`) },
      { method: 'GET', path: '/usage' },
    ]);
  },
};

/** Rows of the processor time of each load, those of the process that takes most of it first. */
async function costsOf(
  { rig, callers, seconds, rounds, load, warmUp }: Bench,
  loads: readonly Pick<Load, 'method' | 'path' | 'paths' | 'body'>[],
): Promise<Row[]> {
  const clients = clientsOf(callers);
  const rows: Row[] = [];
  for (const asked of loads) {
    const whole = { ...asked, url: rig.apiUrl, clients, warmUpSeconds: 0 };
    await warmUp(whole);
    const before = processorTime();
    const { answers } = await load({ ...whole, seconds: seconds * rounds });
    const spent = [...processorTime()]
      .map(([name, ms]) => ({ name, each: (ms - (before.get(name) ?? 0)) / answers }))
      .filter(({ each }) => each > 0)
      .sort((a, b) => b.each - a.each);
    const what = `${asked.method} ${asked.path}, ${clients.length} clients: processor time of`;
    rows.push(...spent.map(({ name, each }) => value({ what: `${what} ${name}`, unit: 'ms' }, each)));
  }
  return rows;
}
