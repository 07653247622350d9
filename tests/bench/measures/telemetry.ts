import { CLIENTS, clientsOf, type Measure } from '../bench.ts';
import { orderBody } from '../order-body.ts';
import { addCallers } from '../rig/callers.ts';
import { atLeast } from '../statistics.ts';
import { type Asked, comparedWithCost } from './compared-with-cost.ts';

/** At most 15 % less. */
const GOAL = atLeast(0.85);
const OFF = 'telemetry off';

/**
 * The cost of exporting every span: a rig whose services all export, alternately with one whose services do not. The
 * difference is small, so this takes twice as many rounds.
 */
export const telemetry: Measure = {
  name: 'telemetry',
  onlyInFull: true,
  async run(bench) {
    const sink = await bench.rig.host('rig/otlp-sink.ts');
    const endpoint = await sink.call<string>('start');
    // Both are new: a rig that has been in use is not comparable.
    const started = async (environment: Readonly<Record<string, string>>) => {
      const rig = await bench.startRig({ environment });
      return { url: rig.apiUrl, clients: clientsOf(await addCallers(rig.sql, CLIENTS)) };
    };
    const off = await started({});
    const on = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const { body } = await orderBody(96, 96);
    const both = (asked: Pick<Asked, 'method' | 'path' | 'body'>) => {
      const described = { what: `${asked.method} ${asked.path}, ${CLIENTS} clients, every span exported`, goal: GOAL };
      const floor = { ...asked, ...off, name: OFF };
      return comparedWithCost(bench, described, { ...asked, ...on }, floor, { rounds: bench.rounds * 2 });
    };
    const rows = [
      ...(await both({ method: 'POST', path: '/try_on_outfit', body })),
      ...(await both({ method: 'GET', path: '/usage' })),
    ];
    if ((await sink.call<number>('exports')) === 0) throw new Error('nothing was exported');
    return rows;
  },
};
