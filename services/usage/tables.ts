import type { Generated } from 'kysely';

/** The read model of the usage service. `day` is YYYY-MM-DD, UTC, of the request's arrival. */
export type UsageTables = {
  answered_request: {
    request_id: string;
    key_id: string;
    endpoint: string;
    received_at: Date;
    latency_ms: number;
    status: number;
    /** Partition that the roll-up of a read goes to, until it is rolled up; else null. */
    partition: string | null;
    /** How many requests the row stands for. */
    requests: Generated<number>;
    /** Whether it is one request, which reports list. */
    is_listed: Generated<boolean>;
  };
  /** All `requests`, and how many of them were refused (4xx) and failed (5xx). */
  key_day: { key_id: string; day: string; endpoint: string; requests: number; refused: number; failed: number };
  key_total: { key_id: string; endpoint: string; requests: number };
  /** Days of a key whose reads are those of a roll-up. */
  rolled_up_day: { key_id: string; day: string };
};
