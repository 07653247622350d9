import { isSpanContextValid, trace } from '@opentelemetry/api';
import { type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger } from 'pino';

/**
 * Logs one JSON object per line with service and trace ids; errors go under `err`. Callers pass ids, codes, sizes and
 * durations: never a description, a URL, a key or image bytes. `destination` is a descriptor or a file.
 */
export function createLogger(service: string, level = 'info', destination: number | string = 1): Logger {
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
  return pino(options, pino.destination(destination));
}

/** A logger that writes nothing. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
