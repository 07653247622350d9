import type { Attempt } from '../load/journal.ts';
import type { Observed } from '../observer.ts';

/** A row of the admission table. */
export type Admission = {
  readonly user_id: string;
  /** YYYY-MM-DD, UTC; `used` counts its requests. */
  readonly day: string;
  readonly used: number;
  /** How many of its requests run. */
  readonly running: number;
};

/** A row of the table of idempotency keys. */
export type KeyRow = {
  readonly user_id: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  readonly request_id: string;
  /** Data of the stored terminal event; null while the request runs. */
  readonly completed: Readonly<Record<string, unknown>> | null;
};

/** A prediction at the stand-in for the hosted models. */
export type ModelCall = { readonly mark: string | undefined; readonly status: string };

/** Everything that a run left behind, collected from outside after all requests had ended. */
export type Evidence = {
  readonly users: readonly string[];
  readonly attempts: readonly Attempt[];
  /** What EVENTS keeps, in its order. */
  readonly kept: readonly Observed[];
  /** What READS keeps, in its order. */
  readonly reads: readonly Observed[];
  /** What the independent subscriber received. */
  readonly read: readonly Observed[];
  readonly admissions: readonly Admission[];
  /** Requests that hold a slot. */
  readonly slots: readonly { readonly user_id: string; readonly request_id: string }[];
  /** Ids of the image records that are shown. */
  readonly imageRows: readonly string[];
  readonly keyRows: readonly KeyRow[];
  /** The status of each request in the usage projection. */
  readonly usageRows: ReadonlyMap<string, number>;
  /** The status with which each job ended; null while it runs. */
  readonly jobRows: ReadonlyMap<string, number | null>;
  /** SHA-256 of what lies in the store, by object name; of pictures only. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Objects that belong to requests. */
  readonly requestObjects: readonly string[];
  readonly modelCalls: readonly ModelCall[];
  /** Trace ids by request, as the gateways logged them. */
  readonly loggedTraces: ReadonlyMap<string, string>;
  /** Whether a read model rebuilt from the log is byte-identical; undefined if the rebuild could not compare. */
  readonly replays: Readonly<Record<string, boolean | undefined>>;
  readonly deadLetters: number;
  /** Replicas that ended by themselves, and fatal lines of logs. */
  readonly deaths: readonly string[];
  /** Pictures that were answered to their owner and then not found. */
  readonly notFound: readonly string[];
  /** Secrets found, and where. */
  readonly secrets: readonly string[];
  /** How long the server itself drops an event of the same id, in ms. */
  readonly duplicateWindowMs: number;
  readonly planted: Planted;
};

/** What the checks themselves put into the log, and their faults to workers. */
export type Planted = {
  /** Messages that are no events. */
  garbage: number;
  /** Ids of events that were published again after the server's deduplication window. */
  readonly repeats: Set<string>;
  /** How often a worker was killed or paused, or lost its store: each may cost a model call. */
  workerFaults: number;
};
