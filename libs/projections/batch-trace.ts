import type { LogEntry } from '@styling/bus';
import type { TraceHeaders } from '@styling/telemetry';

/**
 * How the work on a batch is tied to the traces of its events: to each by a link, and under the first if they all belong
 * to one trace. Under one of several it would be hidden from the others.
 */
export function batchTrace(entries: readonly LogEntry[]): {
  readonly links: readonly TraceHeaders[];
  readonly parent: TraceHeaders | undefined;
} {
  const links = entries.flatMap(({ trace }) => (trace ? [trace] : []));
  const traces = new Set(links.map(({ traceparent }) => traceparent?.split('-')[1]));
  return { links, parent: traces.size === 1 ? links[0] : undefined };
}
