import type { LogEntry, LogPosition } from '@styling/bus';
import type { StylingEvent } from '@styling/contracts';
import type { Kysely, Transaction } from 'kysely';
import { moveCheckpoint } from './checkpoint.ts';
import type { Statement } from './statement.ts';

/** An event and its position in its stream. */
export type ProjectedEvent = { readonly seq: number; readonly event: StylingEvent };

/** Tables that are a fold of events: they can be dropped and rebuilt. */
export type Projection<DB> = {
  /** Name of its checkpoints and of its dead letters; letters, digits, `-` and `_`. */
  readonly name: string;
  /** Subject filters of its events, each read in order. Nothing may depend on the order between two sources. */
  readonly sources: readonly string[];
  /** Tables that it alone writes, each with a primary key, for {@link rebuild}. */
  readonly tables: readonly string[];
  /**
   * Selects the events of a batch that can still change rows, where most cannot and that is cheap to read. The others never can again,
   * whatever is written meanwhile. Default: all.
   */
  due?(db: Kysely<DB>, events: readonly ProjectedEvent[]): Promise<readonly ProjectedEvent[]>;
  /**
   * Writes what follows from `events` of one source, in their order. The same events must always give the same rows: no
   * clock, no randomness, and repeats of an event's id change nothing. Table names carry no schema, for rebuilds.
   */
  apply(trx: Transaction<DB>, events: readonly ProjectedEvent[]): Promise<void>;
  /**
   * What {@link apply} writes as one statement, empty for nothing; undefined for events that take more. What it reads of `db` is as of
   * the checkpoint if that is still there when the statement is executed. See {@link inStatements}.
   */
  atOnce?(events: readonly ProjectedEvent[], db: Kysely<DB>): Statement | undefined | Promise<Statement | undefined>;
};

/** The events of a batch that are known here. */
export const eventsOf = (entries: readonly LogEntry[]): ProjectedEvent[] =>
  entries.filter((entry): entry is ProjectedEvent => entry.event !== null);

/** A batch in which only the events that are due are left; its positions stay. See {@link Projection.due}. */
export async function dueEntries<DB>(
  db: Kysely<DB>,
  projection: Projection<DB>,
  entries: readonly LogEntry[],
): Promise<readonly LogEntry[]> {
  if (!projection.due) return entries;
  const due = new Set<LogEntry>(await projection.due(db, eventsOf(entries)));
  return entries.map((entry) => (entry.event === null || due.has(entry) ? entry : { ...entry, event: null }));
}

/** Where the checkpoint is after a batch. */
export function positionAfter(entries: readonly LogEntry[], before: number): LogPosition {
  const { seq, id = null } = entries.at(-1) ?? { seq: before };
  return { seq, id };
}

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
  const after = positionAfter(entries, expected);
  await moveCheckpoint(trx, projection, source, expected, after);
  const events = eventsOf(entries);
  if (events.length > 0) await projection.apply(trx, events);
  return after;
}
