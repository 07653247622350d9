import { parseArgs } from 'node:util';
import type { Bus } from '@styling/bus';
import { requestId } from '@styling/contracts';
import { requestRecord } from './request-events.ts';
import { storyOf } from './request-story.ts';
import { UsageError } from './usage-error.ts';
import { waterfall } from './waterfall.ts';

const USAGE = 'use: timeline <request_id> [--json]; the id is the X-Request-Id of the answer';

/**
 * Carries out one command line of `npm run timeline`.
 *
 * @returns the lines to print
 * @throws UsageError
 */
export async function runTimelineCommand(bus: Bus, args: string[]): Promise<string[]> {
  const { values, positionals } = parse(args);
  const id = requestId.safeParse(positionals[0]);
  if (positionals.length !== 1 || !id.success) throw new UsageError(USAGE);
  const story = storyOf(await requestRecord(bus, id.data));
  if (!story) throw new UsageError(`no events of ${id.data}`);
  return values.json ? [JSON.stringify(story)] : waterfall(story);
}

function parse(args: string[]) {
  try {
    const json = { type: 'boolean', default: false } as const;
    return parseArgs({ args, allowPositionals: true, options: { json } });
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}; ${USAGE}`, { cause });
  }
}
