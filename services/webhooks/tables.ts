import type { RequestCompleted } from '@styling/contracts';
import type { ReadModelParts } from '@styling/projections';
import type { Generated } from 'kysely';

/** An event of the feed; every column comes from the log, so that a rebuilt table is identical. */
export type UserEventTable = {
  event_id: string;
  user_id: string;
  key_id: string;
  type: string;
  time: Date;
  data: unknown;
  seq: number;
  place: number;
};

/** What is known of an admitted or refused request: it is a job once it was accepted. */
export type RequestTable = {
  request_id: string;
  key_id: string;
  /** ISO 8601, as all moments of rows that are read as JSON. */
  received_at: string;
  is_accepted: boolean;
  /** Limit of its user's day when it was admitted; null if it is not known. */
  daily_limit: number | null;
  is_ended: boolean;
  /** Its end, while its acceptance has not been in the log. */
  ending: Ending | null;
};

/** The end of a request as far as its events need it. */
export type Ending = Pick<RequestCompleted['data'], 'user_id' | 'endpoint' | 'status' | 'error' | 'image_ids'> & {
  readonly cost: number;
  /** ISO 8601. */
  readonly time: string;
};

/** An image that exists, or did. */
export type ImageTable = {
  image_id: string;
  /** null of one that was deleted before it was created in the log: then it is in no feed. */
  key_id: string | null;
  request_id: string | null;
  deleted_at: string | null;
};

/** What a user's requests of a UTC day cost, those that have ended. */
export type DayTable = {
  user_id: string;
  /** YYYY-MM-DD. */
  day: string;
  used: number;
  /** Limit of the last request that was accepted with one; thresholds are relative to it. */
  daily_limit: number | null;
  /** The highest threshold of this limit in the feed, per cent; 0 for none. */
  reached: number;
};

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

/** Tables of the webhooks service. */
export type WebhooksTables = {
  // These follow from the log.
  user_event: UserEventTable;
  request: RequestTable;
  image: ImageTable;
  day: DayTable;
  /** Keys of erased users: what follows from one is in no feed, whenever it arrives. */
  disowned_key: { key_id: string };
  // These do not.
  webhook: WebhookTable;
  delivery: DeliveryTable;
  attempt: AttemptTable;
  /** One row: position in the log of the last event that was scheduled. */
  scheduled: { id: Generated<number>; seq: number };
};

/** What the webhooks service works with. */
export type WebhooksParts = ReadModelParts<WebhooksTables>;
