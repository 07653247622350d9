import type { Generated } from 'kysely';

/** An endpoint of a user that events are delivered to. */
export type WebhookTable = {
  webhook_id: string;
  user_id: string;
  /** Key with which it was created. */
  key_id: string;
  /** Types of events that it subscribes to. */
  events: string[];
  /** Its `Settings`: address, description and secrets. */
  sealed: Buffer;
  status: 'enabled' | 'disabled';
  disabled_reason: 'requested' | 'failing' | 'gone' | null;
  disabled_at: Date | null;
  /** false from when the service disabled it until the event about that is in the log. */
  is_announced: Generated<boolean>;
  created_at: Date;
  /** First failure since the last success, and how many since. */
  failing_since: Date | null;
  failures: Generated<number>;
  /** The last test, and the request that asked for it. */
  tested_at: Date | null;
  test_request_id: string | null;
};

/** One event on its way to one webhook; its id follows from both. */
export type DeliveryTable = {
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  /** Type of the event. */
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  /** Attempts that have ended since it was last scheduled. */
  attempts: Generated<number>;
  created_at: Generated<Date>;
  /** When a pending delivery is due; while it is being sent, the end of its lease. By the database's clock, as all times here. */
  next_attempt_at: Date | null;
  /** Lease of the sender: whoever no longer holds it changes nothing. */
  lease: string | null;
};

/** One try to send. */
export type AttemptTable = {
  attempt_id: Generated<string>;
  delivery_id: string;
  at: Date;
  status: number | null;
  failure: string | null;
  latency_ms: number;
};

/** Tables of webhooks and deliveries, which are not derived from the log. */
export type DeliveryTables = {
  webhook: WebhookTable;
  delivery: DeliveryTable;
  attempt: AttemptTable;
  /** One row: position in the log of the last event that was scheduled. */
  scheduled: { id: Generated<number>; seq: number };
};
