import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';

/**
 * The keys and sessions that are accepted at `now`: neither revoked nor expired, nor begun with a key that is revoked by now,
 * whoever revoked it.
 */
export const activeKeys = (db: Kysely<GatewayTables>, now: Date) =>
  db
    .selectFrom('api_key as k')
    .where('k.status', '=', 'active')
    .where(sql<boolean>`(k.expires_at is null or k.expires_at > ${now})`)
    .where(
      sql<boolean>`(k.begun_with is null or exists (
        select from api_key as b where b.key_id = k.begun_with and b.status = 'active'))`,
    );
