import { countReads, type DataOf, outcomeOf, type readCounted } from '@styling/contracts';
import type { GatewayDependencies } from '../dependencies.ts';
import { publishOrStore } from '../upkeep/outbox.ts';

type Counted = Omit<DataOf<typeof readCounted>, 'gateway'>;
type Dependencies = Pick<GatewayDependencies, 'clock' | 'name' | 'bus' | 'db' | 'log'>;

const BATCH = 100;

/** Counts of polls answered, by key and minute, that are not published yet. */
export class ReadCounts {
  readonly #counts = new Map<string, Counted>();

  add({ key_id, user_id }: Pick<Counted, 'key_id' | 'user_id'>, endpoint: string, status: number, now: Date): void {
    const minute = minuteOf(now);
    const name = `${key_id} ${minute}`;
    const counted = this.#counts.get(name) ?? { key_id, user_id, minute, requests: {}, refused: {}, failed: {} };
    this.#counts.set(name, counted);
    const outcome = outcomeOf(status);
    count(counted.requests, endpoint);
    if (outcome !== 'succeeded') count(counted[outcome], endpoint);
  }

  /** Publishes the counts of the minutes that are complete, or of `all`. @throws Error when some could not be; they stay */
  async publish(deps: Dependencies, all = false): Promise<void> {
    const current = minuteOf(deps.clock());
    const due = [...this.#counts].filter(([, { minute }]) => all || minute !== current);
    for (let start = 0; start < due.length; start += BATCH) {
      await Promise.all(
        due.slice(start, start + BATCH).map(async ([name, counted]) => {
          await publishOrStore(deps, countReads({ ...counted, gateway: deps.name }, deps.clock()));
          this.#counts.delete(name);
        }),
      );
    }
  }
}

const count = (counts: Record<string, number>, endpoint: string) => {
  counts[endpoint] = (counts[endpoint] ?? 0) + 1;
};
const minuteOf = (now: Date): string => `${now.toISOString().slice(0, 16)}:00.000Z`;
