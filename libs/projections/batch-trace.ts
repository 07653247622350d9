import type { LogEntry } from '@styling/bus';
import type { TraceHeaders } from '@styling/telemetry';

/**
 * How the work on a batch is tied to the traces of its events: to each by a link, and under the first if they all belong
 * to one trace. Under one of several it would be hidden from the others.
 */
export function batchTrace(entries: readonly LogEntry[]): {
  /** Only gone through when somebody will see them. */
  readonly links: () => TraceHeaders[];
  readonly parent: TraceHeaders | undefined;
} {
  const first = entries.find(({ trace }) => trace)?.trace;
  const alone = entries.every(({ trace }) => !trace || traceId(trace) === traceId(first));
  return {
    links: () => entries.flatMap(({ trace }) => (trace ? [trace] : [])),
    parent: alone ? first : undefined,
  };
}

const traceId = (trace: TraceHeaders | undefined): string | undefined => trace?.traceparent?.split('-')[1];
