import type { Endpoint } from '@styling/contracts';

/** A request that has its answer, once, whatever the log repeats. Of who made it no more is kept than the key's id. */
export type AnsweredRequestTable = {
  request_id: string;
  key_id: string;
  endpoint: Endpoint;
  received_at: Date;
  latency_ms: number;
  status: number;
  /** Place in the log: orders requests of the same millisecond. */
  seq: number;
};

/** The read model of the usage service. `day` is YYYY-MM-DD, UTC, of the request's arrival. */
export type UsageTables = {
  answered_request: AnsweredRequestTable;
  key_day: { key_id: string; day: string; endpoint: Endpoint; requests: number };
  key_total: { key_id: string; endpoint: Endpoint; requests: number };
  checkpoint: { name: string; seq: number };
};
