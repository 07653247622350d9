import type { Bench } from '../bench.ts';
import { inTurns } from '../in-turns.ts';
import type { Load } from '../load/closed-loop.ts';
import { processorTime } from '../rig/processor-time.ts';
import { comparison, type Described, type Row } from '../row.ts';
import type { Goal } from '../statistics.ts';

const WARM_UP_SECONDS = 0.3;

/** A load on one server. */
export type Asked = Omit<Load, 'seconds' | 'warmUpSeconds'>;

/**
 * Compares a subject with its floor, in turns: responses per second, and CPU time per response in all processes, which
 * changes little on a busy machine.
 * @param described of the row on responses, which its goal is about; `costGoal` is about the other one
 * @returns both rows, or the first alone where CPU time cannot be read (not on Linux)
 */
export async function comparedWithCost(
  bench: Bench,
  described: Omit<Described, 'unit'>,
  subject: Asked,
  { name, ...floor }: Asked & { readonly name: string },
  { rounds = bench.rounds, costGoal }: { readonly rounds?: number; readonly costGoal?: Goal | undefined } = {},
): Promise<Row[]> {
  for (const asked of [floor, subject]) await bench.warmUp(asked);
  const results = await inTurns(rounds, {
    floor: () => measured(bench, floor),
    subject: () => measured(bench, subject),
  });
  const roundsOf = (key: 'perSecond' | 'processorMs') =>
    results.map((round) => ({ subject: round.subject[key], floor: round.floor[key] }));
  const rate = comparison({ ...described, unit: '/s' }, name, roundsOf('perSecond'));
  const times = roundsOf('processorMs');
  if (times.some((time) => time.subject <= 0 || time.floor <= 0)) return [rate];
  const what = `${described.what}: processor time of an answer`;
  return [rate, comparison({ what, unit: 'ms', goal: costGoal }, name, times)];
}

async function measured(bench: Bench, asked: Asked): Promise<{ perSecond: number; processorMs: number }> {
  const load = { ...asked, warmUpSeconds: 0 };
  await bench.load({ ...load, seconds: WARM_UP_SECONDS });
  const before = spent();
  const { perSecond, answers } = await bench.load(load);
  return { perSecond, processorMs: (spent() - before) / answers };
}

const spent = (): number => [...processorTime().values()].reduce((sum, ms) => sum + ms, 0);
