import type { Endpoint } from '@styling/contracts';
import type { ColumnType, Selectable } from 'kysely';
import type { IdempotencyKey } from './admission/idempotency-key.ts';

/** An API key; the secret itself is nowhere, only its SHA-256. */
export type ApiKeyTable = {
  key_id: string;
  user_id: string;
  name: string;
  digest: Buffer;
  status: 'active' | 'inactive' | 'revoked';
  created_at: ColumnType<Date, Date, never>;
  revoked_at: Date | null;
  last_used_at: Date | null;
};
export type ApiKey = Selectable<ApiKeyTable>;

/**
 * A user's day and slot. `used` counts for `day` only. The slot is taken while `request_id` is set; the columns after
 * it say which request holds it, so that another gateway can end it when this one is dead.
 */
export type AdmissionTable = {
  user_id: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  used: number;
  request_id: string | null;
  key_id: string | null;
  endpoint: Endpoint | null;
  received_at: Date | null;
  deadline: Date | null;
};

/** An event that could not be said at once. */
export type UnsaidEventTable = {
  event_id: string;
  event: ColumnType<unknown, string, never>;
  /** Headers of the trace that it belongs to. */
  trace: ColumnType<Record<string, string>, string, never>;
  kept_at: ColumnType<Date, never, never>;
};

/** A request that came with a key; see {@link IdempotencyKey}. It counts while it holds its user's slot, or is completed. */
export type IdempotencyKeyTable = {
  user_id: string;
  key_digest: Buffer;
  fingerprint: Buffer;
  request_id: string;
  received_at: Date;
  /** Data of its terminal event: what it was answered with can be worded anew from it. */
  completed: ColumnType<unknown, never, string>;
};

/** The gateway's write model. */
export type GatewayTables = {
  api_key: ApiKeyTable;
  admission: AdmissionTable;
  idempotency_key: IdempotencyKeyTable;
  unsaid_event: UnsaidEventTable;
};
