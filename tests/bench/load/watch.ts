import { Pool } from 'undici';
import { sendPaced } from './send-paced.ts';

/** Requests that wait for something, each on a connection of its own. */
export type Watch = {
  readonly url: string;
  readonly requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[];
  /** Sent a second. */
  readonly pace: number;
};

/** When the response had ended, in ms since the epoch. */
export type Watched = { readonly status: number; readonly at: number };

/** Sends each request without waiting, and resolves when all responses have ended. */
export async function watch({ url, requests, pace }: Watch): Promise<Watched[]> {
  const pool = new Pool(url, { connections: null, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const send = async ({ path, headers }: Watch['requests'][number]): Promise<Watched> => {
    const response = await pool.request({ method: 'GET', path, headers });
    await response.body.dump();
    return { status: response.statusCode, at: performance.timeOrigin + performance.now() };
  };
  try {
    return await sendPaced(requests, pace, send);
  } finally {
    await pool.destroy();
  }
}
