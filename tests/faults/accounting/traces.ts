import type { Evidence } from './evidence.ts';

/**
 * Requests whose events, and whose gateway's log line, all belong to one trace. Completions by a sweep or a cancel, the only ones
 * of a gateway with 504 and 409, are excluded: they belong to the trace of what ended the request.
 * @returns how many requests there are, and the violations
 */
export function tracesOf({ kept, loggedTraces, planted }: Evidence): [number, readonly string[]] {
  const traced = kept.filter(
    ({ type, id, data }) =>
      /^(request\.(accepted|completed)|image\.created)$/.test(type) &&
      !planted.repeats.has(id) &&
      !(data.answered_by === 'gateway' && [409, 504].includes(Number(data.status))),
  );
  const wrong: string[] = [];
  const requests = Map.groupBy(traced, ({ data }) => String(data.request_id));
  for (const [request, events] of requests) {
    const traces = new Set(events.map(({ trace }) => trace));
    const logged = loggedTraces.get(request);
    if (logged !== undefined) traces.add(logged);
    if (traces.size !== 1 || traces.has('')) wrong.push(`${request} has traces ${[...traces].join(', ') || 'none'}`);
  }
  if (requests.size > 0 && loggedTraces.size === 0) wrong.push('no gateway logged a trace');
  return [requests.size, wrong];
}
