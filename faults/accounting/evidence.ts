import type { Attempt } from '../load/journal.ts';
import type { Observed } from '../observer.ts';

/** A row of the admission table. */
export type Admission = { readonly user_id: string; readonly used: number; readonly request_id: string | null };

/** A prediction at the stand-in for the hosted models. */
export type ModelCall = { readonly mark: string | undefined; readonly status: string };

/** Everything that a run left behind, as it was found from outside once all was quiet. */
export type Evidence = {
  readonly users: readonly string[];
  readonly attempts: readonly Attempt[];
  /** What EVENTS keeps, in its order. */
  readonly kept: readonly Observed[];
  /** What READS keeps, in its order. */
  readonly reads: readonly Observed[];
  /** What the independent subscriber was given. */
  readonly read: readonly Observed[];
  readonly admissions: readonly Admission[];
  /** Ids of the image records that are shown. */
  readonly imageRows: readonly string[];
  /** Request ids of the usage projection. */
  readonly usageRows: readonly string[];
  /** SHA-256 of what lies in the store, by object name; of pictures only. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Objects that belong to requests. */
  readonly requestObjects: readonly string[];
  readonly modelCalls: readonly ModelCall[];
  /** Trace ids by request, as the gateways logged them. */
  readonly loggedTraces: ReadonlyMap<string, string>;
  /** Whether a read model made anew from the log is the same to the byte. */
  readonly replays: Readonly<Record<string, boolean | undefined>>;
  readonly deadLetters: number;
  /** Replicas that ended by themselves, and fatal lines of logs. */
  readonly deaths: readonly string[];
  /** Pictures that their owner was given and could not find. */
  readonly notFound: readonly string[];
  /** Where something was found that must be nowhere. */
  readonly secrets: readonly string[];
  readonly planted: Planted;
};

/** What the checks themselves put into the log, and what they did to workers. */
export type Planted = {
  /** Messages that are no events. */
  garbage: number;
  /** Ids of events that were said again past the server's own deduplication. */
  readonly repeats: Set<string>;
  /** Users whose count began anew at a midnight that only one clock saw. */
  readonly otherDay: Set<string>;
  /** How often a worker was killed or paused, or lost its store: each may cost a model call. */
  workerFaults: number;
};
