import type { Bus } from '@styling/bus';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { DayUsed } from './admission/admission.ts';
import type { Admitter } from './admission/admitter.ts';
import type { UserDay } from './admission/day-used.ts';
import type { Ending } from './admission/release.ts';
import type { Budget } from './budget/budget.ts';
import type { ProviderBoard } from './capabilities/known-providers.ts';
import type { settingsOf } from './config.ts';
import type { GatewayCapacity, GatewayLimits } from './http/capacity.ts';
import type { ReadCounts } from './http/read-counts.ts';
import type { FindJob } from './jobs/find-job.ts';
import type { Watches } from './jobs/watches.ts';
import type { KeyReader } from './keys/authenticate.ts';
import type { Completions } from './requests/completions.ts';
import type { ProgressBoard } from './requests/progress.ts';
import type { GatewayTables } from './tables.ts';

type Settings = Readonly<ReturnType<typeof settingsOf>>;

/** Clients and settings of a gateway: real ones from `main.ts`, those of test servers in tests. */
export type GatewayDependencies = Omit<Settings, 'limits' | 'dailyBudgetUsd' | 'portalUrl'> & {
  /** Name of this process in subjects, random: the completions that it waits for are published to it alone. */
  readonly name: string;
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly random: (bytes: number) => Uint8Array;
  readonly version: string;
  /** What providers may charge in a day (UTC) before requests are refused, US dollars; undefined: without limit. */
  readonly dailyBudgetUsd?: number | undefined;
  /** The address of this gateway as browsers see it, where a proxy changes `Host`. */
  readonly portalUrl?: string | undefined;
  /** How long the log may take to acknowledge an event that a client waits for, in ms; default `PUBLISH_TIMEOUT_MS`. */
  readonly publishTimeoutMs?: number | undefined;
  /** Default `defaultLimits`. */
  readonly limits?: Partial<GatewayLimits>;
};

/** A running gateway, as its endpoints use it. */
export type Gateway = GatewayDependencies & {
  readonly admitter: Admitter;
  readonly capacity: GatewayCapacity;
  readonly completions: Completions;
  readonly keys: KeyReader;
  readonly progress: ProgressBoard;
  readonly findJob: FindJob;
  readonly watches: Watches;
  readonly readCounts: ReadCounts;
  /** What the capabilities can do. */
  readonly providers: ProviderBoard;
  readonly budget: Budget;
  /** Why no request can be taken now, in a line; undefined while they can. */
  readonly notReady: () => string | undefined;
  /** How much a user has used of a day; concurrent calls share a statement. */
  readonly dayUsed: (asked: UserDay) => Promise<DayUsed>;
  /** Releases the slot of an ended request; concurrent calls share a statement. */
  readonly release: (ending: Ending) => Promise<boolean>;
};
