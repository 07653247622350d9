import type { RequestCompleted } from '@styling/contracts';
import type { DeliveryTables } from './endpoints/webhook-tables.ts';

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

/** Tables of the webhooks service: those of the feed follow from the log. */
export type WebhooksTables = DeliveryTables & {
  user_event: UserEventTable;
  request: RequestTable;
  image: ImageTable;
  day: DayTable;
  /** Keys of erased users: what follows from one is in no feed, whenever it arrives. */
  disowned_key: { key_id: string };
};
