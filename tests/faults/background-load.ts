import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Client, retryKey } from './client.ts';
import type { Random } from './random.ts';
import { nextMark } from './system/model-times.ts';
import type { Replica } from './system/replica.ts';

const TRIES = 20;
const PAUSE_AFTER_SUCCESS_MS = 700;
const PAUSE_AFTER_FAILURE_MS = 300;

/** Each client sends requests in turn; `notFound` gets its pictures that were not found. @returns stops it */
export function startLoad(
  gateways: readonly Replica[],
  clients: readonly Client[],
  random: Random,
  notFound: string[],
): () => Promise<void> {
  let isOver = false;
  const anyGateway = () => random.choose(gateways);
  const loop = async (client: Client) => {
    let image: { image_id: string; image_url: string } | undefined;
    while (!isOver) {
      const gateway = anyGateway();
      const dice = random.next();
      let answer: Answer;
      if (dice < 0.1) answer = await client.generate(gateway);
      else if (dice < 0.2) answer = await client.style(gateway);
      else if (dice < 0.3 && image) answer = await client.analyse(gateway, image.image_url);
      else if (dice < 0.4) answer = await client.get(gateway, '/usage');
      else if (dice < 0.5 && image) {
        answer = await client.get(gateway, `/images/${image.image_id}`);
        if (answer.status === 404) notFound.push(image.image_id);
      } else {
        answer = dice > 0.85 ? await untilAnswered(client) : await client.tryOn(gateway);
        if (answer.status === 200) image = answer.body as typeof image;
      }
      await sleep(answer.status === 200 ? PAUSE_AFTER_SUCCESS_MS : PAUSE_AFTER_FAILURE_MS);
    }
  };
  /** Retries with an `Idempotency-Key` on any gateway until it succeeds, and then once more. */
  const untilAnswered = async (client: Client): Promise<Answer> => {
    const mark = nextMark();
    const ask = () => client.tryOn(anyGateway(), { mark, idempotencyKey: retryKey(mark) });
    let answer = await ask();
    for (let tries = 1; tries < TRIES && answer.status !== 200; tries++) {
      await sleep(PAUSE_AFTER_FAILURE_MS);
      answer = await ask();
    }
    await ask();
    return answer;
  };
  const loops = clients.map(loop);
  return async () => {
    isOver = true;
    await Promise.all(loops);
  };
}
