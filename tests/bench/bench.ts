import { createFloorTables } from './floors/tables.ts';
import type { Load, LoadResult } from './rig/load.ts';
import { processorTime } from './rig/processes.ts';
import { type RigOptions, startRig } from './rig/rig.ts';
import { addCallers, type Caller } from './rig/seed.ts';
import { comparison, type Goal, inTurns, type Row, value } from './rows.ts';

export type Bench = ReturnType<Awaited<ReturnType<typeof openBench>>>;

const CLIENTS = 50;
const WARM_UP_SECONDS = 2;

/** Starts the main rig with fifty users and the load process, until `undo`. @returns makes the context of a measure */
export async function openBench(
  effort: { rounds: number; seconds: number; long: boolean },
  base: Readonly<Record<string, string>>,
  undo: AsyncDisposableStack,
) {
  const rig = await startRig(base, {}, undo);
  const ask = await rig.host('rig/load.ts', undo);
  const callers = await addCallers(rig.sql, CLIENTS);
  const users = callers.map(({ user_id }) => user_id);
  await createFloorTables(rig.sql, users);
  const load = (asked: Asked & Partial<Load>) => ask<LoadResult>('run', { seconds: effort.seconds, ...asked });
  return (own: AsyncDisposableStack) => ({
    ...effort,
    rig,
    base,
    callers,
    load,
    /** For a measure that needs a gateway of its own. */
    startRig: (options: RigOptions) => startRig(base, options, own),
    host: (module: string) => rig.host(module, own),
    /** A service has more code than a floor for V8 to compile. */
    warmUp: async (asked: Asked) => void (await load({ ...asked, seconds: WARM_UP_SECONDS })),
  });
}

/** The headers of `count` clients: our API key, and the user id that floors read instead. */
export const clientsOf = (callers: readonly Caller[], count = callers.length): Record<string, string>[] =>
  callers.slice(0, count).map(({ key, user_id }) => ({ 'x-api-key': key, 'x-user': user_id }));

export type Asked = Omit<Load, 'seconds'>;

type Hop = Awaited<ReturnType<typeof startHop>>;
type Compared = Omit<Asked, 'url' | 'clients'> & {
  readonly what: string;
  readonly clients?: number;
  /** Selected by the floor. */
  readonly rows: number;
  readonly goal?: Goal;
};

/** Compares responses per second with the floor's and, where it can be read (Linux), CPU time per response. */
export async function comparedWithCost(bench: Bench, hop: Hop, compared: Compared): Promise<Row[]> {
  const { what: asked, clients: count = CLIENTS, rows, goal, ...order } = compared;
  const what = `${asked}, ${count} clients`;
  const clients = clientsOf(bench.callers, count);
  const targets = {
    floor: { url: hop.url, method: 'GET', path: `/${rows}`, clients } as const,
    subject: { ...order, url: bench.rig.apiUrl, clients },
  };
  for (const load of Object.values(targets)) await bench.warmUp(load);
  const spent = () => [...processorTime().values()].reduce((sum, ms) => sum + ms, 0);
  const measured = (asked: Asked) => async () => {
    const load = { ...asked, warmUpSeconds: 0 };
    await bench.load({ ...load, seconds: 0.3 });
    const before = spent();
    const { perSecond, answers } = await bench.load(load);
    return { perSecond, processorMs: (spent() - before) / answers };
  };
  const results = await inTurns(bench.rounds, { floor: measured(targets.floor), subject: measured(targets.subject) });
  const roundsOf = (key: 'perSecond' | 'processorMs') =>
    results.map((round) => ({ subject: round.subject[key], floor: round.floor[key] }));
  const rate = comparison({ what, goal, unit: '/s' }, hop.name, roundsOf('perSecond'));
  const times = roundsOf('processorMs');
  if (times.some((time) => time.subject <= 0 || time.floor <= 0)) return [rate];
  return [rate, comparison({ what: `${what}: processor time of an answer`, unit: 'ms' }, hop.name, times)];
}

/** CPU time per response of each process, most first; little changed by other work on the machine. Linux only. */
export async function costsOf(bench: Bench, asked: Omit<Asked, 'url' | 'clients'>): Promise<Row[]> {
  const { rig, callers, seconds, rounds, load, warmUp } = bench;
  const whole = { ...asked, url: rig.apiUrl, clients: clientsOf(callers), warmUpSeconds: 0 };
  await warmUp(whole);
  const before = processorTime();
  const { answers } = await load({ ...whole, seconds: seconds * rounds });
  const what = `${asked.method} ${asked.path}, ${callers.length} clients: processor time of`;
  return [...processorTime()]
    .map(([name, ms]) => value({ what: `${what} ${name}`, unit: 'ms' }, (ms - (before.get(name) ?? 0)) / answers))
    .filter(({ subject }) => subject > 0)
    .sort((a, b) => b.subject - a.subject);
}

/** Starts the floor of a request: express, one NATS hop, one select of as many images as the path says, e.g. `/20`. */
export async function startHop({ rig, host }: Pick<Bench, 'rig' | 'host'>) {
  const [front, back] = [await host('floors/reads.ts'), await host('floors/reads.ts')];
  await back('answer', rig.natsUrl, rig.databaseUrl);
  const url = await front<string>('start', rig.natsUrl);
  return { name: 'express, one NATS hop, one select', url };
}
