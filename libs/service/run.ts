import { createLogger, type Logger, startTelemetry } from '@styling/telemetry';
import { ConfigError } from './config.ts';
import { serveHealth } from './health.ts';

/** Something that was started and can be stopped; `stop` finishes what is in flight. */
export type Running = { stop(): Promise<void> };

/** What {@link runService} needs of a service's configuration. */
export type RunConfig = {
  readonly HEALTH_PORT: number;
  readonly LOG_LEVEL: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
};

/** How long a stop may take before the process ends all the same, in ms; longer than the longest request. */
const STOP_LIMIT_MS = 150_000;

/**
 * The life of a service's process: read the configuration, start telemetry and the health port, start the service,
 * be ready, and on SIGTERM, SIGINT or the death of the parent that shares an IPC channel with it become unready, stop
 * in order and exit with 0. A fault at start is one line on standard error and exit code 1.
 */
export async function runService<Config extends RunConfig>(
  name: string,
  configure: () => Config,
  start: (config: Config, log: Logger) => Promise<Running>,
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

  let ready = false;
  let stopping: Promise<void> | undefined;
  const telemetry = await startTelemetry(name, config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined);
  const health = await serveHealth(config.HEALTH_PORT, () => ready, telemetry.metricsText);
  const starting = start(config, log);
  const stop = (reason: string) => {
    stopping ??= (async () => {
      ready = false;
      log.info({ reason }, 'stopping');
      setTimeout(() => {
        log.error('stop took too long');
        process.exit(1);
      }, STOP_LIMIT_MS).unref();
      const running = await starting.catch(() => undefined);
      await running?.stop();
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
  process.once('disconnect', () => stop('parent is gone'));
  // With the parent gone nobody reads our output: that must not end us before we have stopped in order.
  process.stdout.on('error', () => {});

  try {
    await starting;
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    console.error(`${name}: could not start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
  ready = stopping === undefined;
  log.info({ health_port: health.port }, 'ready');
}
