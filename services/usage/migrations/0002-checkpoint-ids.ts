import { addCheckpointIds } from '@styling/projections';
import type { Kysely } from 'kysely';

/** The ids of the events at the checkpoints; without one a log is taken on trust until the next event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addCheckpointIds(db);
}
