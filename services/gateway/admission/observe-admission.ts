import { count, observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { AdmitOne } from '../dependencies.ts';
import type { GatewayTables } from '../tables.ts';
import { takenSlots } from './admission.ts';

/**
 * Lets metrics tell how many requests wait for their admission, what became of them, and how many slots are taken.
 *
 * @returns `admitOne` as it is to be called, and a function that ends it
 */
export function observeAdmission(db: Kysely<GatewayTables>, admitOne: AdmitOne): { admitOne: AdmitOne; end(): void } {
  let waiting = 0;
  const ends = [
    observe('styling.admission.queue', () => [[waiting, {}]]),
    observe('styling.admission.slots.used', async () => [[await takenSlots(db), {}]]),
  ];
  return {
    async admitOne(candidate, key) {
      waiting++;
      try {
        const admission = await admitOne(candidate, key);
        const attributes = { 'styling.admission.outcome': admission.outcome, 'http.route': candidate.endpoint };
        count('styling.admission.decisions', 1, attributes);
        return admission;
      } finally {
        waiting--;
      }
    },
    end() {
      for (const end of ends) end();
    },
  };
}
