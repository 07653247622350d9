import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { nextMark } from '../system/model-times.ts';
import { type Client, retryKey, statusOf } from './client.ts';
import type { Outcome } from './journal.ts';

/** How often a client retries a request with an `Idempotency-Key`. */
const TRIES = 20;

/** Pauses of a user after a success, and after a refused or failed request. */
const AFTER_SUCCESS_MS = 700;
const AFTER_FAILURE_MS = 300;

/**
 * Lets each client send one request after the other to any gateway: mostly try-ons, some of them with an
 * `Idempotency-Key` and retried until they are answered, and sometimes each of the other endpoints. Sometimes the latest
 * picture is looked up on another gateway, where it must be found.
 * @returns stops it, and waits for pending requests
 */
export function startLoad({ system, lost }: Stage, clients: readonly Client[], random: Random): () => Promise<void> {
  let isOver = false;
  const anyGateway = () => random.choose(system.gateways);
  const loop = async (client: Client) => {
    let image: { image_id: string; image_url: string } | undefined;
    while (!isOver) {
      const gateway = anyGateway();
      const dice = random.next();
      let outcome: Outcome;
      if (dice < 0.1) outcome = await client.generate(gateway);
      else if (dice < 0.2) outcome = await client.style(gateway);
      else if (dice < 0.3 && image) outcome = await client.analyse(gateway, image.image_url);
      else if (dice < 0.4) outcome = await client.get(gateway, '/usage');
      else if (dice < 0.5 && image) {
        outcome = await client.get(gateway, `/images/${image.image_id}`);
        if (statusOf(outcome) === 404) lost(image.image_id);
      } else {
        outcome = dice > 0.85 ? await untilAnswered(client) : await client.tryOn(gateway);
        if (outcome.kind === 'answered' && outcome.status === 200) image = outcome.body as typeof image;
      }
      await sleep(statusOf(outcome) === 200 ? AFTER_SUCCESS_MS : AFTER_FAILURE_MS);
    }
  };
  /** Retries one request with an `Idempotency-Key` on any gateway until it succeeds, and then once more. */
  const untilAnswered = async (client: Client): Promise<Outcome> => {
    const mark = nextMark();
    const ask = () => client.tryOn(anyGateway(), { mark, idempotencyKey: retryKey(mark) });
    let outcome = await ask();
    for (let tries = 1; tries < TRIES && statusOf(outcome) !== 200; tries++) {
      await sleep(AFTER_FAILURE_MS);
      outcome = await ask();
    }
    await ask();
    return outcome;
  };
  const loops = clients.map(loop);
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
}
