import type { ColumnType, Kysely } from 'kysely';

type Defaulted<Value> = ColumnType<Value, Value | undefined, Value>;

/** The gateway's tables, to look into and to prepare. */
type GatewayTables = {
  api_key: {
    key_id: string;
    user_id: string;
    name: string;
    digest: Buffer;
    status: 'active' | 'inactive' | 'revoked';
    created_at: Date;
    revoked_at: Date | null;
    last_used_at: Date | null;
    may_manage: Defaulted<boolean>;
    kind: Defaulted<'key' | 'session'>;
    expires_at: Defaulted<Date | null>;
    begun_with: Defaulted<string | null>;
  };
  invitation: { digest: Buffer; user_id: string; created_at: Date; expires_at: Date };
  passkey: { passkey_id: string; user_id: string; credential_id: string; counter: number };
  webauthn_challenge: { challenge_id: string; challenge: string; user_id: string | null; expires_at: Date };
  account_deletion: { user_id: string; requested_at: Date; due_at: Defaulted<Date> };
  admission: {
    user_id: string;
    day: string;
    used: number;
    running: Defaulted<number>;
    changes: Defaulted<number>;
    changes_day: Defaulted<string | null>;
    request_id: Defaulted<string | null>;
  };
  running: { user_id: string; request_id: string; deadline: Date; cost: number; day: string };
  user_limit: { user_id: string; daily: number | null; concurrency: number | null; changed_at: Date };
  idempotency_key: {
    user_id: string;
    key_digest: Buffer;
    fingerprint: Buffer;
    request_id: string;
    received_at: Date;
    completed: unknown;
  };
  cancel_request: { request_id: string; requested_at: Date };
  charge: { charge_id: string; charged_at: Date; usd: number };
  spending: { day: string; usd: number };
  outbox: {
    event_id: string;
    event: unknown;
    trace: unknown;
    refused: Defaulted<string | null>;
    stored_at: Defaulted<Date>;
  };
  checkpoint: { name: string; source: string; seq: number; event_id: string | null };
};

/** `db` with the types of the gateway's tables. */
export const tablesOf = (db: Kysely<unknown>): Kysely<GatewayTables> => db.withTables<GatewayTables>();
