import { clientsOf, type Measure } from '../bench.ts';
import type { Load } from '../load/closed-loop.ts';
import { orderBody } from '../order-body.ts';
import { processorTime } from '../rig/processor-time.ts';
import { type Row, value } from '../row.ts';

const MEASURE = 'cost';

/**
 * Where the time of an answer goes: processor time by process, which other work on the machine lengthens little. Linux
 * only; elsewhere there are no such rows.
 */
export const cost: Measure = {
  name: MEASURE,
  onlyInFull: true,
  async run(bench) {
    const { rig, callers } = bench;
    const { body } = await orderBody(96, 96);
    const clients = clientsOf(callers);
    const loads: readonly Omit<Load, 'seconds' | 'url'>[] = [
      { method: 'POST', path: '/try_on_outfit', body, clients },
      { method: 'GET', path: '/usage', clients },
    ];
    const rows: Row[] = [];
    for (const asked of loads) {
      const load = { url: rig.apiUrl, warmUpSeconds: 0, seconds: bench.seconds * bench.rounds, ...asked };
      await bench.load({ ...load, seconds: bench.seconds });
      const before = processorTime(process.pid);
      const { answers } = await bench.load(load);
      const after = processorTime(process.pid);
      const what = `${asked.method} ${asked.path}, ${clients.length} clients: processor time`;
      const spent = [...after].map(([name, ms]) => ({ name, each: (ms - (before.get(name) ?? 0)) / answers }));
      const worthTelling = spent.filter(({ each }) => each > 0);
      for (const { name, each } of worthTelling.sort((a, b) => b.each - a.each)) {
        rows.push(value({ measure: MEASURE, what: `${what} of ${name}`, unit: 'ms' }, each));
      }
    }
    return rows;
  },
};
