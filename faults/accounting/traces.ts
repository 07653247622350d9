import type { Evidence } from './evidence.ts';

/**
 * Requests whose events, and whose gateway's log line, all belong to one trace. What a sweep says is of no request's
 * trace: nobody who knew it is left.
 *
 * @returns how many there are, and those that are torn
 */
export function tracesOf({ kept, loggedTraces, planted }: Evidence): [number, readonly string[]] {
  const said = kept.filter(
    ({ type, id, data, trace }) =>
      /^(request\.(accepted|completed)|image\.created)$/.test(type) &&
      !planted.repeats.has(id) &&
      (data.answered_by !== 'gateway' || trace !== ''),
  );
  const wrong: string[] = [];
  const requests = Map.groupBy(said, ({ data }) => String(data.request_id));
  for (const [request, events] of requests) {
    const isSwept = events.some(({ data }) => data.answered_by === 'gateway') && events.length > 1;
    const own = isSwept ? events.filter(({ data }) => data.answered_by !== 'gateway') : events;
    const traces = new Set(own.map(({ trace }) => trace));
    const logged = loggedTraces.get(request);
    if (logged !== undefined) traces.add(logged);
    if (traces.size !== 1 || traces.has('')) wrong.push(`${request} has traces ${[...traces].join(', ') || 'none'}`);
  }
  return [requests.size, wrong];
}
