import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** Requests that wait for something, each on a connection of its own. */
export type Watch = {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];
  /** Sent a second. */
  readonly pace: number;
};

/** When the response had ended, in ms since the epoch. */
export type Watched = { readonly status: number; readonly at: number };

const TICK_MS = 20;

/** Sends each request without waiting, and resolves when all responses have ended. */
export async function watch({ url, requests, pace }: Watch): Promise<Watched[]> {
  const pool = new Pool(url, { connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const send = async ({ path, headers }: Watch['requests'][number]): Promise<Watched> => {
    const response = await pool.request({ method: 'GET', path, headers });
    await response.body.dump();
    return { status: response.statusCode, at: performance.timeOrigin + performance.now() };
  };
  const begin = performance.now();
  const answers: Promise<Watched>[] = [];
  while (answers.length < requests.length) {
    const due = ((performance.now() - begin) / 1000) * pace;
    for (const request of requests.slice(answers.length, Math.ceil(due))) {
      const answer = send(request);
      // Awaited below, once all are sent.
      answer.catch(() => undefined);
      answers.push(answer);
    }
    await sleep(TICK_MS);
  }
  try {
    return await Promise.all(answers);
  } finally {
    await pool.destroy();
  }
}
