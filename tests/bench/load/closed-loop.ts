import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

/** A request that several clients repeat. */
export type Load = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Instead of `path`, one of each client. */
  readonly paths?: readonly string[];
  readonly body?: string;
  /** Headers of each client; their number is the number of clients. Each has one connection and one request at a time. */
  readonly clients: readonly Readonly<Record<string, string>>[];
  readonly seconds: number;
  /** Between a response and the next request; default 0. */
  readonly pauseMs?: number;
  /** Before measuring starts. */
  readonly warmUpSeconds?: number;
  /** Over which the clients start, so that slow responses do not arrive in waves. */
  readonly staggerSeconds?: number;
};

/** The result of a load. */
export type LoadResult = {
  readonly perSecond: number;
  /** All responses, including those of the warm-up and those in flight at the end: the work of the servers. */
  readonly answers: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  readonly mean: number;
};

/**
 * Sends as fast as responses arrive (a closed loop). Run it in a separate process, so that it does not compete with what it
 * measures. It continues until there are at least as many responses as clients, however long that takes.
 * @throws Error at the first response that is not 200
 */
export async function run(load: Load): Promise<LoadResult> {
  const { url, method, body, seconds, warmUpSeconds = 0.3, staggerSeconds = 0 } = load;
  const latencies = createHistogram();
  const begin = performance.now() + warmUpSeconds * 1000;
  const end = begin + seconds * 1000;
  let requests = 0;
  let answers = 0;
  let last = begin;
  await Promise.all(
    load.clients.map(async (own, index) => {
      await sleep((index / load.clients.length) * staggerSeconds * 1000);
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
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  return {
    perSecond: requests / ((Math.max(end, last) - begin) / 1000),
    answers,
    p50: ms(latencies.percentile(50)),
    p99: ms(latencies.percentile(99)),
    mean: ms(latencies.mean),
  };
}
