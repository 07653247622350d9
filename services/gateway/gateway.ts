import type { Bus } from '@styling/bus';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { UserDay } from './admission/admission.ts';
import type { Admitter } from './admission/admitter.ts';
import type { GatewayCapacity, GatewayLimits } from './http/capacity.ts';
import type { KeyReader } from './keys/key-reader.ts';
import type { Completions } from './requests/completions.ts';
import type { GatewayTables } from './tables.ts';

/** Clients and settings of a gateway: real ones from `main.ts`, those of test servers in tests. */
export type GatewayDependencies = {
  /** Name of this process in subjects, random: the completions that it waits for are published to it alone. */
  readonly name: string;
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  /** Requests of a user per day. */
  readonly dailyLimit: number;
  /** From the arrival of a request to its 504. */
  readonly requestTimeoutMs: number;
  /** How long after its deadline a request without a terminal event is ended; checked twice as often. */
  readonly sweepGraceMs: number;
  /** Orphaned inputs and results are deleted when they are older than a request can be by this much; checked as often. */
  readonly orphanMarginMs: number;
  /** Public URL of the object store's bucket. */
  readonly imageStoreUrl: string;
  readonly version: string;
  /** Default `defaultLimits`. */
  readonly limits?: Partial<GatewayLimits>;
};

/** A running gateway, as its endpoints use it. */
export type Gateway = GatewayDependencies & {
  readonly admitter: Admitter;
  readonly capacity: GatewayCapacity;
  readonly completions: Completions;
  readonly keys: KeyReader;
  /** How many requests a user has used of a day; concurrent calls share a statement. */
  readonly usedOn: (asked: UserDay) => Promise<number>;
};
