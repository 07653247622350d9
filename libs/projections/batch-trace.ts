import type { LogEntry } from '@styling/bus';
import type { TraceHeaders } from '@styling/telemetry';

/** Ties a batch to the traces of its events: by a link to each, and as a child if they all belong to one trace. */
export function batchTrace(entries: readonly LogEntry[]) {
  const first = entries.find(({ trace }) => trace)?.trace;
  const alone = entries.every(({ trace }) => !trace || traceId(trace) === traceId(first));
  return {
    links: (): TraceHeaders[] => entries.flatMap(({ trace }) => (trace ? [trace] : [])),
    parent: alone ? first : undefined,
  };
}

const traceId = (trace: TraceHeaders | undefined): string | undefined => trace?.traceparent?.split('-')[1];
