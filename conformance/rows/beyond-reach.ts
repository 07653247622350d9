import { describe } from 'node:test';
import { notRun, row } from '../row.ts';

/** Rules that no client can put to the test in minutes; each says where it is tested instead. */
const RULES = [
  [
    '400 "The image was refused by the content filter"',
    'only hosted models have such a filter, and it refuses as it sees fit',
  ],
  ['500, 503 and 504 give the request back', 'nothing can be broken from outside; see services/gateway/*.int.test.ts'],
  ['an answer of 5xx, and a day, free an Idempotency-Key', 'see services/gateway/requests/replay.int.test.ts'],
  ['a temporary image is gone 24 hours after it was made', 'see services/images/images.int.test.ts'],
  ['the day begins anew at midnight UTC', 'see services/gateway/*.int.test.ts, which set the clock'],
] as const;

/** Rows that only say that they were not run, so that nobody takes them for passed. */
export function beyondReachRows(): void {
  describe('Beyond a client’s reach', () => {
    for (const [rule, why] of RULES) row(rule, (context) => notRun(context, why));
  });
}
