import { countReads, type DataOf, outcomeOf, type readCounted } from '@styling/contracts';
import type { GatewayDependencies } from '../dependencies.ts';
import { publishOrStore } from '../upkeep/outbox.ts';

type Counted = Omit<DataOf<typeof readCounted>, 'gateway'>;

/** See {@link createReadCounts}. */
export type ReadCounts = ReturnType<typeof createReadCounts>;

/** Counts of polls answered, by key and minute, that are not published yet. */
export function createReadCounts() {
  const counts = new Map<string, Counted>();
  return {
    add({ key_id, user_id }: Pick<Counted, 'key_id' | 'user_id'>, endpoint: string, status: number, now: Date): void {
      const minute = minuteOf(now);
      const name = `${key_id} ${minute}`;
      const counted = counts.get(name) ?? { key_id, user_id, minute, requests: {}, refused: {}, failed: {} };
      counts.set(name, counted);
      const outcome = outcomeOf(status);
      count(counted.requests, endpoint);
      if (outcome !== 'succeeded') count(counted[outcome], endpoint);
    },
    /** The counts of minutes other than that of `now`, which are complete; all without it. */
    due(now?: Date): [name: string, counted: Counted][] {
      const current = now && minuteOf(now);
      return [...counts].filter(([, { minute }]) => minute !== current);
    },
    forget: (name: string) => void counts.delete(name),
  };
}

const count = (counts: Record<string, number>, endpoint: string) => {
  counts[endpoint] = (counts[endpoint] ?? 0) + 1;
};
const minuteOf = (now: Date): string => `${now.toISOString().slice(0, 16)}:00.000Z`;

/** Events published at the same time. */
const BATCH = 100;

/** Publishes the counts of the minutes that are complete, or of `all`. @throws Error when some could not be; they stay */
export async function publishReadCounts(
  gateway: Pick<GatewayDependencies, 'clock' | 'name' | 'bus' | 'db' | 'log'> & { readonly readCounts: ReadCounts },
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
