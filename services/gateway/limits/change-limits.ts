import { publish } from '@styling/bus';
import { createEvent, userLimitsChanged } from '@styling/contracts';
import type { GatewayDependencies } from '../gateway.ts';
import { SOURCE } from '../http/record-answer.ts';
import { applyLimits, readLimits, type UserLimits } from './user-limits.ts';

/** What changing limits takes. */
export type LimitAdministration = Pick<GatewayDependencies, 'bus' | 'db' | 'clock'>;

/** New limits of a user; one that is left out stays, null is what everybody has. */
export type LimitChange = { readonly daily?: number | null; readonly concurrency?: number | null };

/**
 * Changes the limits of a user, in the log and then at once in all gateways. Later than every earlier change, whatever the
 * clock says.
 *
 * @returns the limits that apply now
 * @throws ServiceError `unavailable` when it could not be published; nothing has changed then
 */
export async function changeLimits(
  { bus, db, clock }: LimitAdministration,
  user_id: string,
  change: LimitChange,
): Promise<UserLimits> {
  const { daily, concurrency, changed_at: before } = await readLimits(db, user_id);
  const now = new Date(Math.max(clock().getTime(), (before?.getTime() ?? 0) + 1));
  const limits = { daily, concurrency, ...change };
  const event = createEvent(userLimitsChanged, SOURCE, now, { user_id, ...limits, changed_at: now.toISOString() });
  await publish(bus, event);
  await applyLimits(db, [event.data]);
  return readLimits(db, user_id);
}
