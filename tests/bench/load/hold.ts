import { Pool } from 'undici';
import { sendPaced } from './send-paced.ts';

/** Requests to be held open at the same time. */
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

/** Sends each request on its own connection without waiting, and resolves when all are answered. */
export async function hold({ url, path, body, clients, pace }: Hold): Promise<Answered[]> {
  const pool = new Pool(url, { connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const send = async (own: Readonly<Record<string, string>>): Promise<Answered> => {
    const headers = { 'content-type': 'application/json', ...own };
    const response = await pool.request({ method: 'POST', path, headers, body });
    const at = performance.timeOrigin + performance.now();
    await response.body.dump();
    return { requestId: String(response.headers['x-request-id']), status: response.statusCode, at };
  };
  try {
    return await sendPaced(clients, pace, send);
  } finally {
    await pool.destroy();
  }
}
