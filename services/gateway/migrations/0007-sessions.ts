import { type Kysely, sql } from 'kysely';

/**
 * Sessions of the portal, keys of a kind of their own, and what begins them: invitations and passkeys. Gateways of the
 * version before refuse a session's secret by its form, so that its expiry, which they do not know, cannot be missed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_key
      add column kind text not null default 'key' check (kind in ('key', 'session')),
      add column expires_at timestamptz,
      add column signed_in_by text check (signed_in_by in ('invitation', 'passkey', 'api_key')),
      add column begun_with text`.execute(db);
  await sql`
    create table invitation (
      digest bytea primary key,
      user_id text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index invitation_user on invitation (user_id)`.execute(db);
  await sql`create index invitation_age on invitation (expires_at)`.execute(db);
  await sql`
    create table passkey (
      passkey_id text primary key,
      user_id text not null,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkey_user on passkey (user_id, created_at)`.execute(db);
  await sql`
    create table webauthn_challenge (
      challenge_id text primary key,
      challenge text not null,
      user_id text,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index webauthn_challenge_age on webauthn_challenge (expires_at)`.execute(db);
}
