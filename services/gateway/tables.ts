import type { ColumnType, Selectable } from 'kysely';
import type { IdempotencyKey } from './requests/request-headers.ts';

export type SignedInBy = 'invitation' | 'passkey' | 'api_key';

export type GatewayTables = {
  /** An API key, or a session of the portal, whose secret is a cookie: only the SHA-256 of the secret is stored. */
  api_key: {
    key_id: string;
    user_id: string;
    name: string;
    digest: Buffer;
    status: 'active' | 'inactive' | 'revoked';
    created_at: ColumnType<Date, Date, never>;
    revoked_at: Date | null;
    last_used_at: Date | null;
    may_manage: ColumnType<boolean, boolean | undefined, never>;
    kind: ColumnType<'key' | 'session', 'session' | undefined, never>;
    /** End of a session, unless it is used before. */
    expires_at: ColumnType<Date | null, Date | undefined, Date>;
    signed_in_by: ColumnType<SignedInBy | null, SignedInBy | undefined, never>;
    /** The key that a session was begun with: it ends with that. */
    begun_with: ColumnType<string | null, string | null | undefined, never>;
  };
  /** A link with which its holder signs in as the user, once. Its row goes when it is used. */
  invitation: { digest: Buffer; user_id: string; created_at: Date; expires_at: Date };
  passkey: {
    passkey_id: string;
    user_id: string;
    /** The authenticator's name of it, base64url. */
    credential_id: string;
    /** COSE. */
    public_key: Buffer;
    /** Signature counter of its authenticator; 0 if it does not count. */
    counter: ColumnType<string, number, number>;
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  webauthn_challenge: {
    challenge_id: string;
    challenge: string;
    /** The user who registers a passkey with it; null for signing in. */
    user_id: string | null;
    expires_at: Date;
  };
  account_deletion: {
    user_id: string;
    requested_at: Date;
    /** Numbers of things to delete when it was requested; `keys`: active ones. */
    images: number;
    assets: number;
    webhooks: number;
    keys: number;
    images_left: number;
    /** Earliest time for a gateway to continue it, by the clock of Postgres; moved on while one does. */
    due_at: ColumnType<Date, undefined, never>;
  };
  /** A user's day and slots: what the requests of `day` cost, those that run included, and how many run. */
  admission: {
    user_id: string;
    /** YYYY-MM-DD, UTC. */
    day: string;
    used: number;
    /** Rows of `running`, counted here because every admission locks this row. */
    running: ColumnType<number, number | undefined, number>;
    /** Changes on `changes_day`, which leave events for ever; see `changesOf`. */
    changes: ColumnType<number, number | undefined, number>;
    /** YYYY-MM-DD, UTC; null before the first change. */
    changes_day: ColumnType<string | null, string | undefined, string>;
    /** The last request that was admitted, while it runs: for gateways of the version before, which know one slot only. */
    request_id: ColumnType<string | null, string | undefined, never>;
  };
  /** A request that holds a slot, so that another gateway can end it when its own has died. */
  running: {
    user_id: string;
    request_id: string;
    key_id: string;
    endpoint: string;
    received_at: Date;
    deadline: Date;
    /** Reserved of `day`. */
    cost: number;
    /** On which it is counted, YYYY-MM-DD. */
    day: string;
  };
  /** Limits granted to a user, by the latest `user.limits_changed`; null: the default. */
  user_limit: {
    user_id: string;
    daily: number | null;
    concurrency: number | null;
    changed_at: Date;
  };
  /** A request with an {@link IdempotencyKey}; valid while the request holds a slot or has completed. */
  idempotency_key: {
    user_id: string;
    key_digest: Buffer;
    fingerprint: Buffer;
    request_id: string;
    received_at: Date;
    /** Data of its terminal event, from which the response can be built again. */
    completed: ColumnType<unknown, never, string>;
  };
  cancel_request: { request_id: string; requested_at: Date };
  /** A provider's charge, by the id of its event, so that it counts once. */
  charge: { charge_id: string; charged_at: Date; usd: number };
  /** The sum of charges of a day (UTC, YYYY-MM-DD), in US dollars. */
  spending: { day: string; usd: number };
  outbox: {
    event_id: string;
    event: ColumnType<unknown, string, never>;
    trace: ColumnType<Record<string, string>, string, never>;
    /** Reason for never publishing it; null while it can be. */
    refused: ColumnType<string | null, never, string>;
    stored_at: ColumnType<Date, never, never>;
  };
  /** Checkpoint of the projection; written by `@styling/projections`. */
  checkpoint: { name: string; source: string; seq: number; event_id: string | null };
};

export type ApiKey = Selectable<GatewayTables['api_key']>;
