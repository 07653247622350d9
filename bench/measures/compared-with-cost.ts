import type { Bench } from '../bench.ts';
import type { Load } from '../load/closed-loop.ts';
import { processorTime } from '../rig/processor-time.ts';
import { comparison, type Described, type Row } from '../row.ts';
import type { Round } from '../statistics.ts';

const WARM_UP_SECONDS = 0.3;

/** What is asked of a server. */
export type Asked = Omit<Load, 'seconds' | 'warmUpSeconds'>;

/**
 * A subject in turns with its floor: answers a second, and the processor time of one in all processes. That is much the same
 * on a busy machine; Linux tells it.
 *
 * @param described of the row on answers; the goal, if there is one, is about these
 * @returns both rows, or the first alone where the system does not tell processor time
 */
export async function comparedWithCost(
  bench: Bench,
  described: Described,
  subject: Asked,
  { name, ...floor }: Asked & { readonly name: string },
  rounds = bench.rounds,
): Promise<Row[]> {
  for (const asked of [floor, subject]) await bench.warmUp(asked);
  const rates: Round[] = [];
  const times: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const bare = await measured(bench, floor);
    const ours = await measured(bench, subject);
    rates.push({ subject: ours.perSecond, floor: bare.perSecond });
    times.push({ subject: ours.processorMs, floor: bare.processorMs });
  }
  const { measure, what } = described;
  const time = { measure, what: `${what}: processor time of an answer`, unit: 'ms' };
  const told = times.every(({ subject, floor }) => subject > 0 && floor > 0);
  return [comparison(described, name, rates), ...(told ? [comparison(time, name, times)] : [])];
}

async function measured(bench: Bench, asked: Asked): Promise<{ perSecond: number; processorMs: number }> {
  const load = { ...asked, warmUpSeconds: 0 };
  await bench.load({ ...load, seconds: WARM_UP_SECONDS });
  const before = spent();
  const { perSecond, answers } = await bench.load(load);
  return { perSecond, processorMs: (spent() - before) / answers };
}

const spent = (): number => [...processorTime(process.pid).values()].reduce((sum, ms) => sum + ms, 0);
