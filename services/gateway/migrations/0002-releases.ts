import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** Checkpoints of the projection that releases slots; why an event of the outbox was set aside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await sql`alter table outbox add column refused text`.execute(db);
}
