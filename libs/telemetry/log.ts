import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * A logger that writes one JSON object per line to standard output or another descriptor, with the service's name and the
 * ids of the active trace. Errors go under `err` with their causes. Callers pass ids, codes, sizes and durations: never a
 * description, a URL, a key or image bytes.
 */
export function createLogger(service: string, level = 'info', descriptor = 1): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin() {
      const context = trace.getActiveSpan()?.spanContext();
      return context && isSpanContextValid(context) ? { trace_id: context.traceId, span_id: context.spanId } : {};
    },
    serializers: { err: pino.stdSerializers.errWithCause },
  };
  return pino(options, pino.destination(descriptor));
}

/** A logger that writes nothing, for tests and commands. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
