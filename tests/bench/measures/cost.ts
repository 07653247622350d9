import { type Asked, type Bench, clientsOf, type Measure } from '../bench.ts';
import { processorTime } from '../rig/processes.ts';
import { orderBody, seedImages } from '../rig/seed.ts';
import { type Row, value } from '../rows.ts';

/** Images of each user, and of a page. */
const IMAGES = 20;

/** CPU time per response, by process, which other work on the machine changes little. Linux only; elsewhere it has no rows. */
export const cost: Measure = {
  name: 'cost',
  onlyInFull: true,
  run: async (bench) => costsOf(bench, [{ method: 'POST', path: '/try_on_outfit', ...(await orderBody(96)) }]),
};

/** The same for the three GET endpoints, each with rows there to be read. */
export const readCost: Measure = {
  name: 'read-cost',
  onlyInFull: true,
  async run(bench) {
    const ids = await Promise.all(bench.callers.map((caller) => seedImages(bench.rig.sql, caller, IMAGES)));
    return costsOf(bench, [
      { method: 'GET', path: `/images?limit=${IMAGES}` },
      { method: 'GET', path: '/images/:id', paths: ids.map((id) => `/images/${id}`) },
      { method: 'GET', path: '/usage' },
    ]);
  },
};

/** Rows of the processor time of each load, those of the process that takes most of it first. */
async function costsOf(bench: Bench, loads: readonly Omit<Asked, 'url' | 'clients'>[]): Promise<Row[]> {
  const { rig, callers, seconds, rounds, load, warmUp } = bench;
  const rows: Row[] = [];
  for (const asked of loads) {
    const whole = { ...asked, url: rig.apiUrl, clients: clientsOf(callers), warmUpSeconds: 0 };
    await warmUp(whole);
    const before = processorTime();
    const { answers } = await load({ ...whole, seconds: seconds * rounds });
    const spent = [...processorTime()]
      .map(([name, ms]) => ({ name, each: (ms - (before.get(name) ?? 0)) / answers }))
      .filter(({ each }) => each > 0)
      .sort((a, b) => b.each - a.each);
    const what = `${asked.method} ${asked.path}, ${callers.length} clients: processor time of`;
    rows.push(...spent.map(({ name, each }) => value({ what: `${what} ${name}`, unit: 'ms' }, each)));
  }
  return rows;
}
