import { type Bus, firstAfter, LOG_START, logHead, recogniseLog } from '@styling/bus';
import { inBatches, pause, ServiceError, settledWithin } from '@styling/service';
import { observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import {
  hasReached,
  type Positions,
  type Projection,
  readCheckpoints,
  readLogPositions,
  type Sourced,
} from './projection.ts';

const WITHIN_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

/** Current heads of `sources`. @throws ServiceError `unavailable` */
export async function headsOf(bus: Bus, sources: readonly string[]): Promise<Positions> {
  return Object.fromEntries(await Promise.all(sources.map(async (source) => [source, await logHead(bus, source)])));
}

/** {@link headsOf} for concurrent callers, who share requests that start after they called. */
export function sharedHeads(bus: Bus, sources: readonly string[]): () => Promise<Positions> {
  const heads = inBatches(async (askers: readonly undefined[]) => {
    const positions = await headsOf(bus, sources);
    return askers.map(() => positions);
  });
  return () => heads(undefined);
}

/** Waits `timeoutMs` (5 s) for `wanted`; calls `onBehind` while it is behind. @throws ServiceError `unavailable` */
export async function waitForCheckpoint<DB>(
  db: Kysely<DB>,
  name: string,
  wanted: Positions,
  { timeoutMs = WITHIN_MS, onBehind }: { timeoutMs?: number; onBehind?: () => void } = {},
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let wait = 1; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
    const actual = await readCheckpoints(db, name);
    if (hasReached(actual, wanted)) return;
    onBehind?.();
    if (Date.now() + wait >= deadline) {
      const [at, not] = [actual, wanted].map((positions) => JSON.stringify(positions));
      const cause = new Error(`projection ${name} is at ${at}, not at ${not}, after ${timeoutMs} ms`);
      throw new ServiceError('unavailable', {}, { cause });
    }
    await pause(wait);
  }
}

/**
 * Waits until all that the sources hold now is projected, by any replica. @throws ServiceError `unavailable` after
 * `timeoutMs` (5 s), or when the sources are not known to be the logs of the checkpoints; errors of the database
 */
export async function waitForHeads<DB>(
  bus: Bus,
  db: Kysely<DB>,
  { name, sources }: Sourced,
  options?: { timeoutMs?: number },
): Promise<void> {
  const heads = await headsOf(bus, sources);
  const positions = await readLogPositions(db, name);
  const comparing = sources.map((source) => recogniseLog(bus, source, positions[source] ?? LOG_START));
  await Promise.all(comparing).catch((cause) => {
    throw new ServiceError('unavailable', {}, { cause });
  });
  await waitForCheckpoint(db, name, heads, options);
}

/** Positions that this process's projection has reached, to wait for without asking the database. */
export class Progress {
  #positions: Positions = {};
  readonly #waiting = new Set<{ wanted: Positions; reach: () => void }>();
  readonly #lingering = new Set<() => void>();
  #isAwaitedElsewhere = false;

  positionOf(source: string): number {
    return this.#positions[source] ?? 0;
  }

  advance(source: string, position: number): void {
    this.#positions = { ...this.#positions, [source]: position };
    for (const waiting of this.#waiting) if (hasReached(this.#positions, waiting.wanted)) waiting.reach();
  }

  /** Another process may project from now on. */
  forget(): void {
    this.#positions = {};
  }

  /** Resolves after `ms`, or as soon as somebody waits for a position, here or {@link awaitedElsewhere}. */
  async linger(ms: number): Promise<void> {
    const isAwaited = this.#isAwaitedElsewhere || this.#waiting.size > 0;
    this.#isAwaitedElsewhere = false;
    if (ms === 0 || isAwaited) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lingering.add(resolve);
    await settledWithin(promise, ms);
    this.#lingering.delete(resolve);
  }

  /** Somebody waits in another process: ends lingering now and once more, as the awaited event may be under way. */
  awaitedElsewhere(): void {
    this.#isAwaitedElsewhere = true;
    this.endLingering();
  }

  endLingering(): void {
    for (const end of this.#lingering) end();
  }

  /** Whether `wanted` is reached within `ms`. */
  async reached(wanted: Positions, ms: number): Promise<boolean> {
    if (hasReached(this.#positions, wanted)) return true;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { wanted, reach: resolve };
    this.#waiting.add(waiting);
    this.endLingering();
    const isReached = await settledWithin(promise, ms);
    this.#waiting.delete(waiting);
    return isReached;
  }
}

/** Reports a projection's lag behind each source, in events and seconds, also on standbys. @returns a stop function */
export function observeProjectionLag<DB>(bus: Bus, db: Kysely<DB>, { name, sources }: Projection<DB>): () => void {
  const lagOf = async (source: string) => {
    const first = await firstAfter(bus, source, (await readCheckpoints(db, name))[source] ?? 0);
    if (!first) return { events: 0, seconds: 0 };
    const head = await logHead(bus, source);
    // Two machines' clocks differ.
    return { events: head - first.seq + 1, seconds: Math.max(0, Date.now() - first.time.getTime()) / 1000 };
  };
  const lags = (unit: 'events' | 'seconds') => () =>
    Promise.all(
      sources.map(async (source) => {
        return [(await lagOf(source))[unit], { 'styling.projection': name, 'styling.source': source }] as const;
      }),
    );
  const ends = [
    observe('styling.projection.lag.events', lags('events')),
    observe('styling.projection.lag.time', lags('seconds')),
  ];
  return () => ends.forEach((end) => void end());
}
