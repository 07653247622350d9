import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 20;

/**
 * Sends requests without waiting for the response of one before the next, and resolves when all have been answered.
 *
 * @param pace sent a second
 */
export async function sendPaced<Request, Response>(
  requests: readonly Request[],
  pace: number,
  send: (request: Request) => Promise<Response>,
): Promise<Response[]> {
  const begin = performance.now();
  const responses: Promise<Response>[] = [];
  while (responses.length < requests.length) {
    const due = Math.ceil(((performance.now() - begin) / 1000) * pace) + 1;
    for (const request of requests.slice(responses.length, due)) {
      const response = send(request);
      // Awaited below, once all are sent.
      response.catch(() => undefined);
      responses.push(response);
    }
    await sleep(TICK_MS);
  }
  return Promise.all(responses);
}
