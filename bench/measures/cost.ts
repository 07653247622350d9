import { clientsOf, type Measure } from '../bench.ts';
import { orderBody } from '../order-body.ts';
import { processorTime } from '../rig/processor-time.ts';
import { type Row, value } from '../row.ts';

/** CPU time per response, by process, which other work on the machine changes little. Linux only; elsewhere it has no rows. */
export const cost: Measure = {
  name: 'cost',
  onlyInFull: true,
  async run({ rig, callers, seconds, rounds, load }) {
    const { body } = await orderBody(96, 96);
    const clients = clientsOf(callers);
    const rows: Row[] = [];
    for (const asked of [
      { method: 'POST', path: '/try_on_outfit', body },
      { method: 'GET', path: '/usage' },
    ] as const) {
      const whole = { ...asked, url: rig.apiUrl, clients, warmUpSeconds: 0 };
      await load({ ...whole, seconds });
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
  },
};
