import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, type Logger, startTelemetry } from '@styling/telemetry';
import type { z } from 'zod';
import { ConfigError, type serviceVariables } from './config.ts';
import { repeat, settledWithin } from './repeat.ts';

/** Dependencies by their names for operators; a call rejects, or hangs, while its dependency is away. */
export type Needs = Readonly<Record<string, () => Promise<unknown>>>;

const EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;
/** Failures in a row until a need is missing: more than elections and restarts, which take seconds, cause. */
const FAILURES = 3;

/**
 * Asks each need at intervals; after three failures in a row it is missing until it answers. Logs both changes.
 * `missing` is a line for `/readyz`, undefined while all answer.
 */
export function watchNeeds(needs: Needs, log: Logger, { everyMs = EVERY_MS, answerWithinMs = ANSWER_WITHIN_MS } = {}) {
  const failures = new Map<string, number>();
  const isMissing = (need: string) => (failures.get(need) ?? 0) >= FAILURES;
  const watches = Object.entries(needs).map(([need, ask]) => {
    const look = async () => {
      const answer = ask();
      if (!(await settledWithin(answer, answerWithinMs))) throw new Error(`no answer within ${answerWithinMs} ms`);
      await answer;
      if (isMissing(need)) log.info({ need }, 'dependency answers again');
      failures.delete(need);
    };
    return repeat(everyMs, look, (error) => {
      failures.set(need, (failures.get(need) ?? 0) + 1);
      if (failures.get(need) === FAILURES) log.warn({ err: error, need }, 'dependency does not answer; not ready');
    });
  });
  return {
    get missing(): string | undefined {
      const missing = Object.keys(needs).filter(isMissing);
      return missing.length > 0 ? missing.map((need) => `${need} does not answer`).join('; ') : undefined;
    },
    stop: async () => void (await Promise.all(watches.map((watch) => watch.stop()))),
  };
}

/**
 * Serves `/livez` (200 while the event loop runs: a restart would not bring NATS or Postgres back), `/readyz` (503 with
 * `notReady()`, else 200 with `details()`) and `/metrics`, by default on all interfaces.
 */
async function serveHealth(
  { HEALTH_PORT: port, HEALTH_HOST: host }: RunConfig,
  notReady: () => string | undefined,
  details: () => readonly string[],
  metricsText: () => Promise<string>,
): Promise<{ readonly port: number; close(): Promise<unknown> }> {
  const server = createServer(async ({ url }, response) => {
    const answer = (status: number, text?: string, form = '') =>
      response.writeHead(status, { 'content-type': `text/plain${form}`, connection: 'close' }).end(text);
    if (url === '/metrics') {
      // A 500 makes Prometheus mark the target as down.
      const text = await metricsText().catch(() => undefined);
      return answer(text === undefined ? 500 : 200, text, '; version=0.0.4; charset=utf-8');
    }
    if (url === '/livez') return answer(200, 'ok\n');
    if (url !== '/readyz') return answer(404);
    const reason = notReady();
    if (reason === undefined) return answer(200, `${['ok', ...details()].join('\n')}\n`);
    return answer(503, reason && `${reason}\n`);
  });
  await once(server.listen({ port, host }), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => once(server.close(), 'close') };
}

export type Running = {
  stop(): Promise<void>;
  /** Why it must not get requests now; undefined while it may. */
  notReady?(): string | undefined;
  /** While one of them does not answer, the service is not ready. */
  readonly needs?: Needs;
  /** Lines of `/readyz` on problems although it is ready. */
  details?(): readonly string[];
  /** Settles when it cannot go on; its process then exits. */
  readonly ended?: Promise<unknown>;
};

type RunConfig = z.output<typeof serviceVariables>;

/** Longer than the longest request; the process then exits. */
const STOP_LIMIT_MS = 150_000;

/**
 * Runs a service's process until SIGTERM, SIGINT or its parent's end (IPC): then it is unready, stops in order, exits
 * with 0. A failed start prints one line on standard error and exits with 1.
 */
export async function runService<Config extends RunConfig>(
  name: string,
  configure: () => Config,
  start: (config: Config, log: Logger) => Promise<Running>,
  watching: Parameters<typeof watchNeeds>[2] = {},
): Promise<void> {
  let config: Config;
  try {
    config = configure();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(`${name}: ${error.message}`);
    process.exit(1);
  }
  const log = createLogger(name, config.LOG_LEVEL);
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });

  let running: Running | undefined;
  let needs: ReturnType<typeof watchNeeds> | undefined;
  let stopping: Promise<void> | undefined;
  const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
  const health = await serveHealth(
    config,
    () => (running && !stopping ? (running.notReady?.() ?? needs?.missing) : ''),
    () => running?.details?.() ?? [],
    telemetry.metricsText,
  );
  const starting = start(config, log);
  const stop = (reason: string) => {
    stopping ??= (async () => {
      log.info({ reason }, 'stopping');
      setTimeout(() => {
        log.error({ limit_ms: STOP_LIMIT_MS }, 'stop timed out');
        process.exit(1);
      }, STOP_LIMIT_MS).unref();
      const started = await starting.catch(() => undefined);
      await needs?.stop();
      await started?.stop();
      await health.close();
      await telemetry.stop();
      log.info('stopped');
      process.exit(0);
    })().catch((error) => {
      log.fatal({ err: error }, 'stop failed');
      process.exit(1);
    });
  };
  process.once('SIGTERM', () => stop('SIGTERM'));
  process.once('SIGINT', () => stop('SIGINT'));
  process.once('disconnect', () => stop('parent exited'));
  // Without its reader stdout fails; that must not end the process before it has stopped in order.
  process.stdout.on('error', () => {});

  try {
    running = await starting;
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    console.error(`${name}: could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
  if (running.needs) needs = watchNeeds(running.needs, log, watching);
  running.ended
    ?.catch((error: unknown) => error)
    .then((error) => {
      if (stopping) return;
      log.fatal({ err: error }, 'service failed; exiting');
      process.exit(1);
    });
  log.info({ health_port: health.port }, 'ready');
}
