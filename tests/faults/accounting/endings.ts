import type { Observed } from '../observer.ts';
import type { Evidence } from './evidence.ts';

/**
 * Requests with terminal events of different statuses, of which the first counts. A worker may come too late with another;
 * a gateway, which ends requests that nobody else ends, must have read the earlier one. Each is listed with what its client
 * was answered and what usage and the idempotency key hold.
 * @returns how many there are, and those where a gateway contradicts an earlier ending or something follows a later one
 */
export function contradictoryEndings(evidence: Evidence): [number, readonly string[]] {
  const completed = evidence.kept.filter(({ type }) => type === 'request.completed');
  const requests = Map.groupBy(completed, ({ data }) => String(data.request_id));
  const contradictory = [...requests].filter(([, endings]) => new Set(endings.map(statusOf)).size > 1);
  return [contradictory.length, contradictory.flatMap(([request, endings]) => judge(evidence, request, endings) ?? [])];
}

const statusOf = ({ data }: Observed) => data.status;

function judge(
  { attempts, usageRows, keyRows }: Evidence,
  request: string,
  endings: readonly Observed[],
): string | undefined {
  const [first, ...later] = endings;
  const usage = usageRows.get(request);
  const key = keyRows.find(({ request_id }) => request_id === request);
  const isOverruled = later.some((one) => one.data.answered_by === 'gateway' && statusOf(one) !== first?.data.status);
  if (!isOverruled && usage === first?.data.status) return undefined;
  const answered = attempts.flatMap(({ outcome }) =>
    outcome?.kind === 'answered' && outcome.requestId === request ? [outcome.status] : [],
  );
  const told = endings.map(({ data }) => `${data.status} by ${data.answered_by}`).join(', then ');
  const client = answered.join(', ') || 'no answer';
  return `${request} ended ${told}; client ${client}, usage ${usage}, key ${key ? (key.completed?.status ?? 'open') : 'none'}`;
}
