import type { StoredJob } from '@styling/contracts';
import type { createAdmitter, DayUsed, UserDay } from './admission/admission.ts';
import type { Ending } from './admission/release.ts';
import type { createBudget } from './budget/budget.ts';
import type { followProviders } from './capabilities/known-providers.ts';
import type { GatewayDependencies } from './dependencies.ts';
import type { gatewayCapacity } from './http/capacity.ts';
import type { ReadCounts } from './http/read-counts.ts';
import type { createWatches } from './jobs/watches.ts';
import type { keyReader } from './keys/authenticate.ts';
import type { createCompletions } from './requests/completions.ts';
import type { followProgress } from './requests/progress.ts';

export type Gateway = GatewayDependencies & {
  readonly admitter: ReturnType<typeof createAdmitter>;
  readonly capacity: ReturnType<typeof gatewayCapacity>;
  readonly completions: ReturnType<typeof createCompletions>;
  readonly keys: ReturnType<typeof keyReader>;
  readonly progress: ReturnType<typeof followProgress>;
  /** @throws ServiceError `job_not_found` for what is unknown and for another user's alike; `unavailable` */
  readonly findJob: (asked: { readonly user_id: string; readonly request_id: string }) => Promise<StoredJob>;
  readonly watches: ReturnType<typeof createWatches>;
  readonly readCounts: ReadCounts;
  readonly providers: ReturnType<typeof followProviders>;
  readonly budget: ReturnType<typeof createBudget>;
  /** Reason for taking no requests now, in a line; undefined while the gateway is ready. */
  readonly notReady: () => string | undefined;
  readonly dayUsed: (asked: UserDay) => Promise<DayUsed>;
  readonly release: (ending: Ending) => Promise<boolean>;
};
