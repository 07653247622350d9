import { createCheckpointTable } from '@styling/projections';
import type { Kysely } from 'kysely';

/** Checkpoints of the projection that releases slots; why an event of the outbox was set aside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await db.schema.alterTable('outbox').addColumn('refused', 'text').execute();
}
