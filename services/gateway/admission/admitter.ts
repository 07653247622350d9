import { reachDatabase } from '@styling/database';
import { count, observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { admit, type Candidate, takenSlots } from './admission.ts';
import { admissionQueue, untilDecided } from './admission-queue.ts';
import { admitOnce, type KeyedAdmission } from './admit-once.ts';
import type { IdempotencyKey } from './idempotency-key.ts';

/** Decides on one candidate; with an idempotency key, only if the key is not in use. */
type Admit = (candidate: Candidate, key?: IdempotencyKey) => Promise<KeyedAdmission>;

/** Admission of one gateway. */
export type Admitter = ReturnType<typeof createAdmitter>;

/**
 * Admits candidates and reports, as metrics until `stop`, how many wait, the outcomes, and how many slots are taken.
 *
 * @param decide default: in batches of what arrives together, or one by one where there is a key
 */
export function createAdmitter(
  db: Kysely<GatewayTables>,
  clock: () => Date,
  dailyLimit: number,
  decide: Admit = decideIn(db, clock, dailyLimit),
) {
  let waiting = 0;
  const stopObserving = [
    observe('styling.admission.queue', () => [[waiting, {}]]),
    observe('styling.admission.slots.used', async () => [[await takenSlots(db), {}]]),
  ];
  return {
    async admit(candidate: Candidate, key?: IdempotencyKey): Promise<KeyedAdmission> {
      waiting++;
      try {
        const admission = await decide(candidate, key);
        const attributes = { 'styling.admission.outcome': admission.outcome, 'http.route': candidate.endpoint };
        count('styling.admission.decisions', 1, attributes);
        return admission;
      } finally {
        waiting--;
      }
    },
    stop() {
      for (const stop of stopObserving) stop();
    },
  };
}

function decideIn(db: Kysely<GatewayTables>, clock: () => Date, dailyLimit: number): Admit {
  const queue = admissionQueue((candidates) => reachDatabase(() => admit(db, candidates, clock(), dailyLimit)));
  return (candidate, key) =>
    key
      ? untilDecided(() => reachDatabase(() => admitOnce(db, candidate, key, clock(), dailyLimit)))
      : queue(candidate);
}
