import { askJetStream, type Bus, LOG_START, type LogReader, notify, onNotice } from '@styling/bus';
import { streamOf } from '@styling/contracts';
import { type Needs, pause, repeat } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { type AsOf, createCheckpoints, hasReached, type Positions } from './checkpoint.ts';
import { followSource, oneAfterTheOther, type RunProjectionOptions } from './follow-source.ts';
import { whileLeading } from './leadership.ts';
import { observeProjectionLag } from './observe-lag.ts';
import { Progress } from './progress.ts';
import type { Projection } from './projection.ts';
import { recognition } from './recognition.ts';
import { waitForCheckpoint } from './wait-for-checkpoint.ts';

/** How long the progress of this process is waited for before the database is asked. */
const TRUSTED_MS = 250;

export type RunningProjection = {
  /** Whether this replica is the one that projects. */
  readonly active: boolean;
  /**
   * Why nothing is projected, nor read by `asOf`, in a line: the log is not the one in which the checkpoints were reached. Every replica
   * checks it at intervals; restoring the right log or a rebuild ends it.
   */
  readonly unrecognised: string | undefined;
  /** What it can neither project nor answer without. */
  readonly needs: Needs;
  /**
   * What `read` returns once the sources are projected up to `heads`, by any replica. The leader knows when to read without
   * asking the database; the checkpoints that come with the rows show whether tables were set back meanwhile.
   *
   * @param read rows and checkpoints of one snapshot, hence by one statement
   * @throws ServiceError `unavailable` when the sources are not projected in time, or the log is not recognised: positions in it then say
   *   nothing about the rows
   */
  asOf<T>(heads: Positions, read: () => Promise<AsOf<T>>): Promise<T>;
  /** Finishes the current batch and gives up leadership. */
  stop(): Promise<void>;
};

/**
 * Keeps the tables of `projection` up to date with its sources, in one replica at a time; the others are standbys. Rows
 * and checkpoint move in one transaction, so a replica that was overtaken cannot write. Failures are retried from the
 * checkpoint; only unparsable messages are skipped, after they were dead-lettered. Of a log that is not recognised nothing is
 * projected. Uses one connection of the pool, one for each source, and one to check.
 */
export function runProjection<DB>(
  bus: Bus,
  db: Kysely<DB>,
  projection: Projection<DB>,
  options: RunProjectionOptions,
): RunningProjection {
  const { log, standbyMs = 1_000, checkEveryMs = 1_000 } = options;
  const { name, sources } = projection;
  const stopping = new AbortController();
  const progress = new Progress();
  const recognised = recognition(bus, db, projection, log);
  const inTurn = oneAfterTheOther();
  const readers = new Map<string, LogReader>();
  let active = false;
  const run = async () => {
    while (!stopping.signal.aborted) {
      // A leader without the log would keep those who have it from leading.
      await bus.connected(stopping.signal);
      if (bus.nc.isClosed()) return;
      try {
        const lead = async (lost: AbortSignal) => {
          await createCheckpoints(db, projection);
          active = true;
          log.info({ projection: name }, 'projecting');
          const overtaken = new AbortController();
          const signal = AbortSignal.any([stopping.signal, lost, overtaken.signal]);
          const giveUp = () => overtaken.abort();
          const endWatching = bus.onDisconnect(giveUp);
          // It may have been lost while the lock was acquired.
          if (!bus.isConnected()) giveUp();
          const follower = { bus, db, projection, options, progress, inTurn, recognised, readers, signal, giveUp };
          await Promise.all(sources.map((source) => followSource(follower, source))).finally(endWatching);
        };
        await whileLeading(db, name, lead, checkEveryMs);
      } catch (error) {
        log.warn({ err: error, projection: name }, 'could not acquire projection leadership');
      }
      active = false;
      progress.forget();
      await pause(standbyMs * (0.75 + Math.random() / 2), stopping.signal);
    }
  };
  const check = async () => {
    const left = sources.map((source) => progress.positionOf(source));
    const positions = await recognised.compare();
    for (const [index, source] of sources.entries()) {
      if ((positions[source] ?? LOG_START).seq >= (left[index] ?? 0)) continue;
      log.warn({ projection: name, source }, 'checkpoint moved backwards; resuming from it');
      await readers.get(source)?.close();
    }
  };
  // Where bus or database are away, the next batch reports it.
  const checking = repeat(checkEveryMs, check, () => undefined);
  const endObserving = observeProjectionLag(bus, db, projection);
  const endListening = onNotice(bus, 'projection.awaited', name, () => progress.awaitedElsewhere());
  const onBehind = () => notify(bus, 'projection.awaited', name);
  const ended = run();
  const streams = new Set(sources.map(streamOf));
  return {
    needs: {
      JetStream: () => Promise.all([...streams].map((stream) => askJetStream(bus, stream))),
      Postgres: () => sql`select 1`.execute(db),
    },
    get active() {
      return active;
    },
    get unrecognised() {
      return recognised.unrecognised;
    },
    async asOf(heads, read) {
      await recognised.require();
      let isReached = active && (await progress.reached(heads, TRUSTED_MS));
      for (;;) {
        if (!isReached) await waitForCheckpoint(db, name, heads, { onBehind });
        const { checkpoints, value } = await read();
        isReached = hasReached(checkpoints, heads);
        if (isReached) return value;
      }
    },
    async stop() {
      stopping.abort();
      progress.endLingering();
      endObserving();
      endListening();
      recognised.stop();
      await checking.stop();
      await ended;
    },
  };
}
