import { type Bench, CLIENTS, clientsOf, type Measure } from '../bench.ts';
import type { Load } from '../load/closed-loop.ts';
import { orderBody } from '../order-body.ts';
import { addCallers } from '../rig/callers.ts';
import { comparison, type Row } from '../row.ts';
import type { Round } from '../statistics.ts';

const MEASURE = 'telemetry';
/** At most 15 % less. */
const GOAL = { at: 'least', bound: 0.85 } as const;

/** What exporting every span costs: a rig whose services all export, in turns with one whose services do not. */
export const telemetry: Measure = {
  name: MEASURE,
  async run(bench) {
    const sink = await bench.rig.host('rig/otlp-sink.ts');
    const endpoint = await sink.call<string>('start');
    await using undo = new AsyncDisposableStack();
    undo.defer(() => sink.stop());
    // Both are new: one that has worked for a while is not the same as one that has not.
    const started = async (environment: Readonly<Record<string, string>>) => {
      const rig = await bench.startRig({ environment });
      undo.defer(() => rig.stop());
      return { url: rig.apiUrl, clients: clientsOf(await addCallers(rig.sql, CLIENTS)) };
    };
    const off = await started({});
    const on = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    const { body } = await orderBody(96, 96);
    const both = (load: Pick<Load, 'method' | 'path' | 'body'>, what: string): Promise<Row> =>
      compare(bench, what, {
        on: { ...load, ...on },
        off: { ...load, ...off },
      });
    const rows = [
      await both({ method: 'POST', path: '/try_on_outfit', body }, 'POST /try_on_outfit'),
      await both({ method: 'GET', path: '/usage' }, 'GET /usage'),
    ];
    if ((await sink.call<number>('exports')) === 0) throw new Error('nothing was exported');
    return rows;
  },
};

async function compare(
  bench: Bench,
  what: string,
  { on, off }: { on: Omit<Load, 'seconds'>; off: Omit<Load, 'seconds'> },
): Promise<Row> {
  const rounds: Round[] = [];
  for (const load of [off, on]) await bench.warmUp(load);
  for (let round = 0; round < bench.rounds; round++) {
    const without = await bench.load(off);
    const exporting = await bench.load(on);
    rounds.push({ subject: exporting.perSecond, floor: without.perSecond });
  }
  const described = {
    measure: MEASURE,
    what: `${what}, ${CLIENTS} clients, every span exported`,
    unit: '/s',
    goal: GOAL,
  };
  return comparison(described, 'telemetry off', rounds);
}
