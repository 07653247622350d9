import { clientsOf, type Measure } from '../bench.ts';
import { orderBody } from '../order-body.ts';
import { addCallers } from '../rig/callers.ts';
import { comparison } from '../row.ts';
import { atLeast } from '../statistics.ts';

const WORKERS = 4;
/** Concurrent jobs of one worker. */
const CONCURRENCY = 4;
const MODEL_SECONDS = 2;
/** In proportion, less a tenth. */
const GOAL = atLeast(0.9 * WORKERS);

/** One worker, then four, with a model that takes two seconds: throughput should grow in proportion. */
export const workers: Measure = {
  name: 'workers',
  onlyInFull: true,
  async run({ startRig, load }) {
    const rig = await startRig({ services: [] });
    // Enough clients that four workers never wait for one.
    const clients = clientsOf(await addCallers(rig.sql, WORKERS * CONCURRENCY * 2));
    const { body } = await orderBody(96, 96);
    const environment = { BENCH_MODEL_MS: String(MODEL_SECONDS * 1000), BENCH_CONCURRENCY: String(CONCURRENCY) };
    const measured = (count: number) =>
      load({
        url: rig.apiUrl,
        method: 'POST',
        path: '/try_on_outfit',
        body,
        clients: clients.slice(0, count),
        seconds: 2 * MODEL_SECONDS,
        warmUpSeconds: 1.5 * MODEL_SECONDS,
        staggerSeconds: MODEL_SECONDS,
      });
    await rig.startService('tryon', environment);
    const one = await measured(CONCURRENCY * 2);
    await Promise.all(Array.from({ length: WORKERS - 1 }, () => rig.startService('tryon', environment)));
    const four = await measured(WORKERS * CONCURRENCY * 2);
    const what = `${WORKERS} workers, a model of ${MODEL_SECONDS} s, ${CONCURRENCY} at once in each: answers`;
    const rounds = [{ subject: four.perSecond, floor: one.perSecond }];
    return [comparison({ what, unit: '/s', goal: GOAL }, 'one worker', rounds)];
  },
};
