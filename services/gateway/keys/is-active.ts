import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the key or session `k` is accepted at `now`: neither revoked nor expired, nor begun with a key that is revoked by now,
 * by whatever means.
 */
export const isActiveAt = (now: Date): RawBuilder<boolean> => sql`
  (k.status = 'active' and (k.expires_at is null or k.expires_at > ${now})
    and (k.begun_with is null
      or exists (select from api_key as b where b.key_id = k.begun_with and b.status = 'active')))`;
