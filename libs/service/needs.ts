import type { Logger } from '@styling/telemetry';
import { repeat, settledWithin } from './repeat.ts';

/** Dependencies of a service by their names for operators; a call rejects, or hangs, while its dependency is away. */
export type Needs = Readonly<Record<string, () => Promise<unknown>>>;

const EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** Failures in a row after which a need is missing: more than elections and restarts, which take seconds. */
const FAILURES = 3;

/**
 * Asks each of `needs` at intervals. One that failed three times in a row is missing until it answers; both changes are logged.
 *
 * @returns `missing`: a line for `/readyz`; undefined while all answer
 */
export function watchNeeds(needs: Needs, log: Logger, { everyMs = EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS } = {}) {
  const failures = new Map<string, number>();
  const isMissing = (need: string) => (failures.get(need) ?? 0) >= FAILURES;
  const watches = Object.entries(needs).map(([need, ask]) => {
    const look = async () => {
      const answer = ask();
      if (!(await settledWithin(answer, answerWithinMs))) throw new Error(`no answer within ${answerWithinMs} ms`);
      await answer;
      if (isMissing(need)) log.info({ need }, 'dependency answers again');
      failures.delete(need);
    };
    return repeat(everyMs, look, (error) => {
      failures.set(need, (failures.get(need) ?? 0) + 1);
      if (failures.get(need) === FAILURES) log.warn({ err: error, need }, 'dependency does not answer; not ready');
    });
  });
  return {
    get missing(): string | undefined {
      const missing = Object.keys(needs).filter(isMissing);
      return missing.length > 0 ? missing.map((need) => `${need} does not answer`).join('; ') : undefined;
    },
    stop: async () => void (await Promise.all(watches.map((watch) => watch.stop()))),
  };
}
