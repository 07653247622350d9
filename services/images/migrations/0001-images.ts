import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** Existing images, ids of deleted ones, and key ids of erased users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await sql`
    create table image (
      image_id text primary key,
      user_id text not null,
      key_id text not null,
      object text not null,
      mime_type text not null,
      category text not null,
      endpoint text not null,
      created_at timestamptz not null,
      persistent boolean not null,
      expires_at timestamptz
    )`.execute(db);
  await sql`create index image_of_user on image (user_id, created_at desc, image_id desc)`.execute(db);
  await sql`create index image_of_key on image (key_id)`.execute(db);
  await sql`create index image_expiry on image (expires_at)`.execute(db);
  await sql`create table deleted_image (image_id text primary key)`.execute(db);
  await sql`create table disowned_key (key_id text primary key)`.execute(db);
}
