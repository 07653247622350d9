import type { Bus } from '@styling/bus';
import { requestId } from '@styling/contracts';
import { requestRecord, storyOf } from '@styling/timeline';
import { waterfall } from './waterfall.ts';

const USAGE = 'use: timeline <request_id> [--json]; the id is the X-Request-Id of the answer';

/**
 * Runs one command line of `npm run timeline`. @returns the lines to print
 * @throws Error with the usage, or if there are no events of the request
 */
export async function runTimelineCommand(bus: Bus, args: readonly string[]): Promise<string[]> {
  const [id, ...rest] = args.filter((arg) => arg !== '--json');
  const { data: request_id } = requestId.safeParse(id);
  if (!request_id || rest.length > 0) throw new Error(USAGE);
  const story = storyOf(await requestRecord(bus, request_id));
  if (!story) throw new Error(`no events of ${request_id}`);
  return args.includes('--json') ? [JSON.stringify(story)] : waterfall(story);
}
