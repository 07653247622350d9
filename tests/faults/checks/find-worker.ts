import { readFile } from 'node:fs/promises';
import { eventually } from '../eventually.ts';
import type { Stage } from '../stage.ts';
import type { Replica } from '../system/replica.ts';

/** The worker that waits for a model for the request with this trace, once there is one. */
export const findWorker = (stage: Stage, service: string, trace: string): Promise<Replica> =>
  eventually(`${service} worker that waits for a model`, async () => {
    const [worker] = await loggedOf(stage, service, trace, 'prediction created');
    return worker;
  });

/** The replicas of a service that logged `message` for the request with this trace. */
export async function loggedOf({ system }: Stage, service: string, trace: string, message: string): Promise<Replica[]> {
  const found: Replica[] = [];
  for (const replica of system.of(service)) {
    const lines = (await readFile(replica.logFile, 'utf8')).split('\n');
    if (lines.some((line) => line.includes(trace) && line.includes(`"${message}"`))) found.push(replica);
  }
  return found;
}
