import type { Bus } from '@styling/bus';
import { requestId } from '@styling/contracts';
import { type RequestStory, requestRecord, storyOf } from '@styling/timeline';
import { columns } from './columns.ts';

const WIDTH = 40;
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
const USAGE = 'use: timeline <request_id> [--json]; the id is the X-Request-Id of the answer';

/** Runs a command line. @throws Error with the usage, or if there are no events of the request */
export async function runTimelineCommand(bus: Bus, args: readonly string[]): Promise<string[]> {
  const [id, ...rest] = args.filter((arg) => arg !== '--json');
  const { data: request_id } = requestId.safeParse(id);
  if (!request_id || rest.length > 0) throw new Error(USAGE);
  const story = storyOf(await requestRecord(bus, request_id));
  if (!story) throw new Error(`no events of ${request_id}`);
  return args.includes('--json') ? [JSON.stringify(story)] : waterfall(story);
}

/** Draws a bar for each step from the one before; none after the answer, such as for an expiry a day later. */
export function waterfall({ request_id, endpoint, key_id, status, latency_ms, steps }: RequestStory): string[] {
  const end = latency_ms ?? steps.at(-1)?.ms ?? 0;
  const outcome = status === null ? 'no answer yet' : `${status} after ${duration(end)}`;
  const rows = steps.map((step) => [
    step.what,
    duration(step.ms),
    `+${duration(step.took_ms)}`,
    `|${bar(step, end)}|`,
    step.by,
    step.seq === undefined ? '' : `seq ${step.seq}`,
    step.detail ?? '',
  ]);
  return [`${request_id}  ${endpoint}  ${key_id}  ${outcome}`, '', ...columns(rows, [1, 2])];
}

function bar({ ms, took_ms }: RequestStory['steps'][number], end: number): string {
  if (took_ms <= 0 || ms > end || end === 0) return ' '.repeat(WIDTH);
  const from = Math.min(WIDTH - 1, Math.floor(((ms - took_ms) / end) * WIDTH));
  const to = Math.max(from + 1, Math.round((ms / end) * WIDTH));
  return `${' '.repeat(from)}${'█'.repeat(to - from)}`.padEnd(WIDTH);
}

/** Formats ms in the largest unit that leaves a whole one: `41 ms`, `2.6 s`, `24.0 h`. */
export function duration(ms: number): string {
  const size = Math.abs(ms);
  if (size < SECOND) return `${ms} ms`;
  if (size < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  if (size < HOUR) return `${(ms / MINUTE).toFixed(1)} min`;
  return `${(ms / HOUR).toFixed(1)} h`;
}
