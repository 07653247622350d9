import { type Kysely, sql } from 'kysely';
import { createCheckpointTable } from '../projection.ts';

/** Tables of the projection that this package's tests run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await sql`create table taken (event_id text primary key, seq bigint not null)`.execute(db);
  await sql`create index taken_by_seq on taken (seq)`.execute(db);
  await sql`create table tally (user_id text primary key, images integer not null, chain text not null)`.execute(db);
  await sql`create table remark (event_id text primary key)`.execute(db);
}
