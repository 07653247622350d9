import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** Requests that are open at the same time. */
export type Hold = {
  readonly url: string;
  readonly path: string;
  readonly body: string;
  /** Headers of each request. */
  readonly clients: readonly Readonly<Record<string, string>>[];
  /** Sent a second. */
  readonly pace: number;
};

/** When a request was answered, in ms since the epoch. */
export type Answered = { readonly requestId: string; readonly status: number; readonly at: number };

const TICK_MS = 50;

/** Sends every request on a connection of its own, without waiting for answers, and resolves when all are answered. */
export async function hold({ url, path, body, clients, pace }: Hold): Promise<Answered[]> {
  const pool = new Pool(url, { connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const send = async (own: Readonly<Record<string, string>>): Promise<Answered> => {
    const headers = { 'content-type': 'application/json', ...own };
    const response = await pool.request({ method: 'POST', path, headers, body });
    const at = performance.timeOrigin + performance.now();
    await response.body.dump();
    return { requestId: String(response.headers['x-request-id']), status: response.statusCode, at };
  };
  const begin = performance.now();
  const answers: Promise<Answered>[] = [];
  while (answers.length < clients.length) {
    const due = Math.min(clients.length, Math.ceil(((performance.now() - begin) / 1000) * pace) + 1);
    while (answers.length < due) {
      const answer = send(clients[answers.length] ?? {});
      // Handled below, once all requests have been sent.
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
