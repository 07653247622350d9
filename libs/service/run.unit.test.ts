import { silentLogger } from '@styling/telemetry';
import { expect, it, onTestFinished } from 'vitest';
import { watchNeeds } from './run.ts';

/** A need that answers, refuses or hangs, as it is told to. */
function aNeed() {
  let answer: () => Promise<unknown> = async () => {};
  let asked = 0;
  return {
    ask: () => {
      asked++;
      return answer();
    },
    becomes: (next: () => Promise<unknown>) => {
      answer = next;
    },
    /** Resolves once it has been asked so many times more. */
    async isAsked(times: number) {
      const until = asked + times;
      await expect.poll(() => asked, { timeout: 5_000 }).toBeGreaterThanOrEqual(until);
    },
  };
}
const refuses = () => Promise.reject(new Error('no'));
const hangs = () => new Promise(() => {});
const watching = (needs: Parameters<typeof watchNeeds>[0], settings = {}) => {
  const watch = watchNeeds(needs, silentLogger(), { everyMs: 1, answerWithinMs: 1_000, ...settings });
  onTestFinished(() => watch.stop());
  return watch;
};

it('given a need fails once or twice, then it is not missing', async () => {
  const log = aNeed();
  const watch = watching({ JetStream: log.ask });
  for (let round = 0; round < 3; round++) {
    let left = 2;
    log.becomes(() => (left-- > 0 ? refuses() : Promise.resolve()));
    const seen: unknown[] = [];
    while (left > -2) {
      seen.push(watch.missing);
      await log.isAsked(1);
    }
    expect(seen.every((reason) => reason === undefined)).toBe(true);
  }
});

it('given needs that keep failing, then each is named, until it answers once', async () => {
  const [log, database] = [aNeed(), aNeed()];
  const watch = watching({ JetStream: log.ask, Postgres: database.ask });
  log.becomes(refuses);
  await expect.poll(() => watch.missing).toBe('JetStream does not answer');
  database.becomes(refuses);
  await expect.poll(() => watch.missing).toBe('JetStream does not answer; Postgres does not answer');
  log.becomes(async () => {});
  await expect.poll(() => watch.missing).toBe('Postgres does not answer');
  database.becomes(async () => {});
  await expect.poll(() => watch.missing).toBeUndefined();
});

it('given a need that hangs, then it is missing, and what else is needed is asked meanwhile', async () => {
  const [log, database] = [aNeed(), aNeed()];
  const watch = watching({ JetStream: log.ask, Postgres: database.ask }, { answerWithinMs: 20 });
  log.becomes(hangs);
  await expect.poll(() => watch.missing, { timeout: 5_000 }).toBe('JetStream does not answer');
  await database.isAsked(2);
});
