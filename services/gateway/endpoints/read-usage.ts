import { ask } from '@styling/bus';
import { readUsage, type UsageResponse } from '@styling/contracts';
import { dayOf, usedToday } from '../admission.ts';
import { type Answer, success } from '../answer.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';

/** GET /usage: what the calling key has done, and how much of the day its user has used. */
export async function readUsageEndpoint(
  { bus, db, clock, dailyLimit }: EndpointDependencies,
  { caller }: RequestContext,
): Promise<Answer> {
  const now = clock();
  const [report, used_today] = await Promise.all([
    ask(bus, readUsage, { key_id: caller.key_id, today: dayOf(now) }),
    usedToday(db, caller.user_id, now),
  ]);
  const rate_limit = { daily_limit: dailyLimit, used_today, remaining: Math.max(0, dailyLimit - used_today) };
  return success({ ...report, rate_limit } satisfies UsageResponse);
}
