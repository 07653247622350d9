import { sql } from 'kysely';

/** Whether a row's `status` is a refusal, 4xx: as `outcomeOf` of the contracts. */
export const isRefused = sql`status between 400 and 499`;

/** Whether a row's `status` is a failure, 5xx. */
export const isFailed = sql`status >= 500`;
