import { countReads } from '@styling/contracts';
import type { Gateway } from '../gateway.ts';
import { publishOrStore } from './outbox.ts';

/** Events published at the same time. */
const BATCH = 100;

/** Publishes the counts of the minutes that are complete, or of `all`. @throws Error when some could not be; they stay */
export async function publishReadCounts(
  gateway: Pick<Gateway, 'readCounts' | 'clock' | 'name' | 'bus' | 'db' | 'log'>,
  all = false,
): Promise<void> {
  const { readCounts, clock, name: gatewayName } = gateway;
  const due = readCounts.due(all ? undefined : clock());
  for (let start = 0; start < due.length; start += BATCH) {
    await Promise.all(
      due.slice(start, start + BATCH).map(async ([name, counted]) => {
        await publishOrStore(gateway, countReads({ ...counted, gateway: gatewayName }, clock()));
        readCounts.forget(name);
      }),
    );
  }
}
