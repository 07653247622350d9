import type { LogEntry, LogPosition } from '@styling/bus';
import type { StylingEvent } from '@styling/contracts';
import type { Transaction } from 'kysely';
import { moveCheckpoint } from './checkpoint.ts';

/** An event and its position in its stream. */
export type ProjectedEvent = { readonly seq: number; readonly event: StylingEvent };

/** Tables that are a fold of events: they can be dropped and rebuilt. */
export type Projection<DB = unknown> = {
  /** Name of its checkpoints and of its dead letters; letters, digits, `-` and `_`. */
  readonly name: string;
  /** Subject filters of its events, each read in order. Nothing may depend on the order between two sources. */
  readonly sources: readonly string[];
  /** Tables that it alone writes, each with a primary key, for {@link rebuild}. */
  readonly tables: readonly string[];
  /**
   * Writes what follows from `events` of one source, at least one, in their order. The same events must always give the same
   * rows: no clock, no randomness, and repeats of an event's id change nothing. Table names carry no schema, for rebuilds.
   */
  apply(trx: Transaction<DB>, events: readonly ProjectedEvent[]): Promise<void>;
};

/**
 * Writes rows and checkpoint of one batch of `source`. The checkpoint goes first: its row lock makes projectors and a
 * rebuild's swap wait for each other before either has touched a table.
 *
 * @param expected position of the checkpoint
 * @returns its new position
 * @throws StaleCheckpointError when it is elsewhere
 */
export async function projectBatch<DB>(
  trx: Transaction<DB>,
  projection: Projection<DB>,
  source: string,
  expected: number,
  entries: readonly LogEntry[],
): Promise<LogPosition> {
  const { seq, id = null } = entries.at(-1) ?? { seq: expected };
  await moveCheckpoint(trx, projection, source, expected, { seq, id });
  const events = entries.filter((entry): entry is LogEntry & ProjectedEvent => entry.event !== null);
  if (events.length > 0) await projection.apply(trx, events);
  return { seq, id };
}
