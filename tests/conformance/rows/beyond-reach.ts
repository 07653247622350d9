import { describe } from 'node:test';
import { row } from '../row.ts';

/** Rules that no client can test within minutes, and where they are tested instead. */
const RULES = {
  '400 "The image was refused by the content filter"':
    'only hosted models have such a filter, and it cannot be triggered reliably',
  '500, 503 and 504 do not count against the daily limit':
    'a client cannot cause an outage; see services/gateway/*.int.test.ts',
  'a 5xx response and 24 hours each release an Idempotency-Key': 'see services/gateway/requests/replay.int.test.ts',
  'a temporary image is gone 24 hours after it was made': 'see services/images/images.int.test.ts',
  'the daily limit is reset at midnight UTC': 'see services/gateway/*.int.test.ts, which set the clock',
};

/** Rows that are only reported as not run, so that they do not count as passed. */
export function beyondReachRows(): void {
  describe('Beyond a client’s reach', () => {
    for (const [rule, why] of Object.entries(RULES)) row(rule, (context) => context.skip(why));
  });
}
