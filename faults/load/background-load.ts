import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type Client, nextMark, retryKey, statusOf } from './client.ts';
import type { Outcome } from './journal.ts';

/** Requests in the background of the checks. */
export type BackgroundLoad = {
  /** Waits for pending requests. */
  stop(): Promise<void>;
};

/** How often a client retries a request with an `Idempotency-Key`. */
const TRIES = 20;

/** Pause after a refused or failed request. */
const AFTER_FAILURE_MS = 300;

/**
 * Lets each client send one request after the other to any gateway: mostly try-ons, some of them with an
 * `Idempotency-Key` and retried until they are answered, and sometimes each of the other endpoints. Sometimes the latest
 * picture is looked up on another gateway, where it must be found.
 *
 * @param pauseMs between two requests of a user
 * @param lost called with a picture that was answered to its owner and then not found
 */
export function startLoad(
  clients: readonly Client[],
  gatewayUrls: () => readonly string[],
  random: Random,
  pauseMs: number,
  lost: (imageId: string) => void,
): BackgroundLoad {
  const stopping = new AbortController();
  const loop = async (client: Client) => {
    let image: { image_id: string; image_url: string } | undefined;
    while (!stopping.signal.aborted) {
      const url = random.choose(gatewayUrls());
      const dice = random.next();
      let outcome: Outcome;
      if (dice < 0.1) outcome = await client.generate(url);
      else if (dice < 0.2) outcome = await client.style(url);
      else if (dice < 0.3 && image) outcome = await client.analyse(url, image.image_url);
      else if (dice < 0.4) outcome = await client.get(url, '/usage');
      else if (dice < 0.5 && image) {
        outcome = await client.get(url, `/images/${image.image_id}`);
        if (statusOf(outcome) === 404) lost(image.image_id);
      } else {
        outcome = dice > 0.85 ? await untilAnswered(client, gatewayUrls, random) : await client.tryOn(url);
        if (outcome.kind === 'answered' && outcome.status === 200) image = outcome.body as typeof image;
      }
      await sleep(statusOf(outcome) === 200 ? pauseMs : AFTER_FAILURE_MS);
    }
  };
  const loops = clients.map(loop);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Retries one request with an `Idempotency-Key` on any gateway until it succeeds, and then once more. */
async function untilAnswered(client: Client, gatewayUrls: () => readonly string[], random: Random): Promise<Outcome> {
  const mark = nextMark();
  const options = { mark, idempotencyKey: retryKey(mark) };
  const ask = () => client.tryOn(random.choose(gatewayUrls()), options);
  let outcome = await ask();
  for (let tries = 1; tries < TRIES && statusOf(outcome) !== 200; tries++) {
    await sleep(AFTER_FAILURE_MS);
    outcome = await ask();
  }
  await ask();
  return outcome;
}
