import { ask } from '@styling/bus';
import { readUsage, type UsageResponse } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { dayOf, type UserDay, usedOn } from '../admission/admission.ts';
import type { EndpointDependencies } from '../dependencies.ts';
import { success } from '../http/answer.ts';
import type { Handler } from '../http/serve-endpoint.ts';

/** GET /usage: what the calling key has done, and how much of the day its user has used. */
export const usage = ({ bus, db, clock, dailyLimit }: EndpointDependencies): Handler => {
  const used = sharedStatement((asked: readonly UserDay[]) => usedOn(db, asked));
  return async ({ caller: { user_id, key_id } }) => {
    const day = dayOf(clock());
    const [report, used_today] = await Promise.all([
      ask(bus, readUsage, { key_id, today: day }),
      used({ user_id, day }),
    ]);
    const rate_limit = { daily_limit: dailyLimit, used_today, remaining: Math.max(0, dailyLimit - used_today) };
    return success({ ...report, rate_limit } satisfies UsageResponse);
  };
};
