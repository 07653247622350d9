import type { Bus } from '@styling/bus';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { Candidate } from './admission/admission.ts';
import type { KeyedAdmission } from './admission/admit-once.ts';
import type { IdempotencyKey } from './admission/idempotency-key.ts';
import type { GatewayCapacity, GatewayLimits } from './http/capacity.ts';
import type { Caller } from './keys/authenticate.ts';
import type { KeyReader } from './keys/key-reader.ts';
import type { Completions } from './requests/completions.ts';
import type { GatewayTables } from './tables.ts';

/** What the gateway is made of; `main.ts` gives real ones, tests the same on test servers. */
export type GatewayDependencies = {
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  /** Requests a user may make a day. */
  readonly dailyLimit: number;
  /** From the arrival of a request to its 504. */
  readonly requestTimeoutMs: number;
  /** How long after its deadline a request without a terminal event is ended; looked for twice as often. */
  readonly sweepGraceMs: number;
  /** How much older than a request can be an input or result is deleted that belongs to none; looked for as often. */
  readonly remnantMarginMs: number;
  /** Public address of the object store's bucket. */
  readonly imageStoreUrl: string;
  readonly version: string;
  /** `defaultLimits` unless told. */
  readonly limits?: Partial<GatewayLimits>;
};

/** Decides on one candidate, at once or with others; with a key only if it was not made before. */
export type AdmitOne = (candidate: Candidate, key?: IdempotencyKey) => Promise<KeyedAdmission>;

/** What the endpoints share besides. */
export type EndpointDependencies = GatewayDependencies & {
  readonly completions: Completions;
  readonly capacity: GatewayCapacity;
  readonly keys: KeyReader;
  readonly admitOne: AdmitOne;
};

/** One authenticated request. */
export type RequestContext = {
  readonly request_id: string;
  readonly received_at: Date;
  readonly caller: Caller;
  /** Set once the request is admitted: from then on its terminal event is said elsewhere, once. */
  accepted: boolean;
  /** Headers that its answer carries whatever happens from here on. */
  headers: Record<string, string>;
};
