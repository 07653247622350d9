import { createFloorTables } from './floors/tables.ts';
import type { Load, LoadResult } from './load/closed-loop.ts';
import { addCallers, type Caller } from './rig/callers.ts';
import type { Hosted } from './rig/child.ts';
import { type Rig, type RigOptions, startRig } from './rig/rig.ts';
import type { Row } from './row.ts';

/** How long and how often to measure. */
export type Effort = {
  readonly rounds: number;
  readonly seconds: number;
  /** Whether to measure peers and rows that change rarely, too. */
  readonly full: boolean;
  /** Whether to measure the rows that take minutes. */
  readonly long: boolean;
};

/** What a measure gets. */
export type Bench = Effort & {
  /** The main rig; measures that need a gateway of their own start another one. */
  readonly rig: Rig;
  /** Fifty users of the main rig. */
  readonly callers: readonly Caller[];
  /** Starts another rig; the caller stops it. */
  startRig(options: RigOptions): Promise<Rig>;
  /** Runs a load in the load process. */
  load(load: Omit<Load, 'seconds'> & { readonly seconds?: number }): Promise<LoadResult>;
  /** The same before anything is measured, for some seconds: a service has more code than a floor for V8 to compile. */
  warmUp(load: Omit<Load, 'seconds'>): Promise<void>;
  /** The load process of `rig`, for other loads. */
  readonly loader: Hosted;
  /** What processes need of the bench's own environment. */
  readonly base: Readonly<Record<string, string>>;
};

/** One group of rows. */
export type Measure = {
  readonly name: string;
  /** Left out of a run that is not full, unless it is asked for by name. */
  readonly onlyInFull?: boolean;
  run(bench: Bench): Promise<Row[]>;
};

/** The fifty clients of the table. */
export const CLIENTS = 50;

const WARM_UP_SECONDS = 2;

/** Starts the main rig and the load process. */
export async function openBench(
  effort: Effort,
  base: Readonly<Record<string, string>>,
): Promise<Bench & { close(): Promise<void> }> {
  const rig = await startRig(base);
  try {
    const loader = await rig.host('load/closed-loop.ts');
    const callers = await addCallers(rig.sql, CLIENTS);
    await createFloorTables(
      rig.sql,
      callers.map(({ user_id }) => user_id),
    );
    return {
      ...effort,
      rig,
      base,
      loader,
      callers,
      startRig: (options) => startRig(base, options),
      async warmUp(load) {
        await loader.call<LoadResult>('run', { ...load, seconds: WARM_UP_SECONDS });
      },
      load: (load) => loader.call<LoadResult>('run', { seconds: effort.seconds, ...load }),
      close: () => rig.stop(),
    };
  } catch (error) {
    await rig.stop();
    throw error;
  }
}

/** The headers of `count` clients: our API key, and the user id that floors and peers read instead. */
export const clientsOf = (callers: readonly Caller[], count = callers.length): Record<string, string>[] =>
  callers.slice(0, count).map(({ key, user_id }) => ({ 'x-api-key': key, 'x-user': user_id }));
