import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'undici';

type Headers = Readonly<Record<string, string>>;

export type Load = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Instead of `path`, one of each client. */
  readonly paths?: readonly string[];
  readonly body?: string;
  /** One connection and one request at a time for each client. */
  readonly clients: readonly Headers[];
  readonly seconds: number;
  /** Default 0. */
  readonly pauseMs?: number;
  readonly warmUpSeconds?: number;
};

export type LoadResult = Awaited<ReturnType<typeof run>>;

/**
 * Closed loop for at least as many responses as clients; awaits those in flight.
 * @returns latencies in ms; `answers` also counts the warm-up and those in flight at the end
 * @throws Error unless all are 200
 */
export async function run(load: Load) {
  const { url, method, body, seconds, warmUpSeconds = 0.3 } = load;
  const latencies = createHistogram();
  const begin = performance.now() + warmUpSeconds * 1000;
  const end = begin + seconds * 1000;
  let requests = 0;
  let answers = 0;
  let last = begin;
  await Promise.all(
    load.clients.map(async (own, index) => {
      const path = load.paths?.[index] ?? load.path;
      const client = new Client(url, { headersTimeout: 60_000, bodyTimeout: 60_000 });
      const headers = body === undefined ? own : { 'content-type': 'application/json', ...own };
      try {
        for (;;) {
          const sent = performance.now();
          const response = await client.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
          const text = await response.body.text();
          if (response.statusCode !== 200) {
            throw new Error(`${method} ${path} answered ${response.statusCode} ${text.slice(0, 200)}`);
          }
          const answered = performance.now();
          answers++;
          // On a busy machine even the first responses may be late.
          if (answered >= end && requests >= load.clients.length) return;
          if (load.pauseMs) await sleep(load.pauseMs);
          if (answered < begin) continue;
          latencies.record(Math.max(1, Math.round((answered - sent) * 1e6)));
          requests++;
          last = answered;
        }
      } finally {
        await client.destroy();
      }
    }),
  );
  const ms = (percentile: number) => latencies.percentile(percentile) / 1e6;
  return { perSecond: requests / ((Math.max(end, last) - begin) / 1000), answers, p50: ms(50), p99: ms(99) };
}

/** A request of each client, `pace` a second. */
export type Hold = Pick<Load, 'url' | 'method' | 'path' | 'body' | 'clients'> & { readonly pace: number };

/** `at`: end of the response, ms since the epoch. */
export type Answered = { readonly requestId: string; readonly status: number; readonly at: number };

/** Sends each request on its own connection, without awaiting the one before; resolves when all are answered. */
export async function hold({ url, method, path, body = '', clients, pace }: Hold): Promise<Answered[]> {
  const pool = new Pool(url, { connections: null, headersTimeout: 0, bodyTimeout: 0, connectTimeout: 60_000 });
  const begin = performance.now();
  try {
    return await Promise.all(
      clients.map(async (own, index) => {
        await sleep((1000 * index) / pace - (performance.now() - begin));
        const headers = { 'content-type': 'application/json', ...own };
        const response = await pool.request({ method, path, headers, body });
        await response.body.dump();
        const at = performance.timeOrigin + performance.now();
        return { requestId: String(response.headers['x-request-id']), status: response.statusCode, at };
      }),
    );
  } finally {
    await pool.destroy();
  }
}
