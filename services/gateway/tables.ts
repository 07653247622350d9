import type { ColumnType, Selectable } from 'kysely';
import type { IdempotencyKey } from './admission/idempotency-key.ts';

/** An API key: only the SHA-256 of the secret is stored. */
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
 * A user's day and slot. `used` is the count of `day`. The slot is taken while `request_id` is set; the columns after it
 * describe that request, so that another gateway can end it when this one has died.
 */
export type AdmissionTable = {
  user_id: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  used: number;
  request_id: string | null;
  key_id: string | null;
  endpoint: string | null;
  received_at: Date | null;
  deadline: Date | null;
};

/** An event that could not be published yet. */
export type OutboxTable = {
  event_id: string;
  event: ColumnType<unknown, string, never>;
  /** Trace context headers of its request. */
  trace: ColumnType<Record<string, string>, string, never>;
  /** Why it can never be published; null while it can. */
  refused: ColumnType<string | null, never, string>;
  stored_at: ColumnType<Date, never, never>;
};

/** A request with an {@link IdempotencyKey}; valid while the request holds its user's slot or has completed. */
export type IdempotencyKeyTable = {
  user_id: string;
  key_digest: Buffer;
  fingerprint: Buffer;
  request_id: string;
  received_at: Date;
  /** Data of its terminal event, from which the response can be built again. */
  completed: ColumnType<unknown, never, string>;
};

/** That a running request is to end, as the log has it. */
export type CancelRequestTable = { request_id: string; requested_at: Date };

/** Where the projection of the log is; written by `@styling/projections`. */
export type CheckpointTable = { name: string; source: string; seq: number; event_id: string | null };

/** The gateway's write model. */
export type GatewayTables = {
  api_key: ApiKeyTable;
  admission: AdmissionTable;
  idempotency_key: IdempotencyKeyTable;
  cancel_request: CancelRequestTable;
  outbox: OutboxTable;
  checkpoint: CheckpointTable;
};
