import type { StoredJob } from '@styling/contracts';
import type { Admitter, DayUsed, UserDay } from './admission/admission.ts';
import type { Ending } from './admission/release.ts';
import type { Budget } from './budget/budget.ts';
import type { ProviderBoard } from './capabilities/known-providers.ts';
import type { GatewayDependencies } from './dependencies.ts';
import type { GatewayCapacity } from './http/capacity.ts';
import type { ReadCounts } from './http/read-counts.ts';
import type { Watches } from './jobs/watches.ts';
import type { KeyReader } from './keys/authenticate.ts';
import type { Completions } from './requests/completions.ts';
import type { ProgressBoard } from './requests/progress.ts';

/** A running gateway, as its endpoints use it. */
export type Gateway = GatewayDependencies & {
  readonly admitter: Admitter;
  readonly capacity: GatewayCapacity;
  readonly completions: Completions;
  readonly keys: KeyReader;
  readonly progress: ProgressBoard;
  /**
   * Finds a job of a user. @throws ServiceError `job_not_found` for what is unknown and for another user's alike; `unavailable`
   */
  readonly findJob: (asked: { readonly user_id: string; readonly request_id: string }) => Promise<StoredJob>;
  readonly watches: Watches;
  readonly readCounts: ReadCounts;
  /** Providers of the capabilities. */
  readonly providers: ProviderBoard;
  readonly budget: Budget;
  /** Reason for taking no requests now, in a line; undefined while the gateway is ready. */
  readonly notReady: () => string | undefined;
  /** Reads a user's consumption of a day; concurrent calls share a statement. */
  readonly dayUsed: (asked: UserDay) => Promise<DayUsed>;
  /** Releases the slot of an ended request; concurrent calls share a statement. */
  readonly release: (ending: Ending) => Promise<boolean>;
};
