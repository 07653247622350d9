import { type Bus, endOfLog, LOG_START, type LogPosition, readLog, UnrecognisedLogError } from '@styling/bus';
import { EVENTS_STREAM, subjects } from '@styling/contracts';
import type { Logger } from '@styling/telemetry';
import type { Completions } from './completions.ts';

/**
 * Reads the completions of the gateway process `name` from now on, until `stopping`. In a log that is not recognised it begins
 * anew: whatever it has of this process is read, and requests whose completions are lost end by their deadline.
 *
 * @returns when it has begun, with a promise that ends with the reading: unless stopping, the process cannot go on
 */
export async function listenForCompletions(
  bus: Bus,
  name: string,
  completions: Completions,
  log: Logger,
  stopping: AbortSignal,
): Promise<{ readonly ended: Promise<void> }> {
  const read = async ({ seq: after, id: lastId }: LogPosition) => {
    const options = { name, filter: subjects.completedFor(name), after, lastId, signal: stopping, log };
    for await (const batch of readLog(bus, options)) {
      for (const { event } of batch) if (event?.type === 'request.completed') completions.settle(event);
    }
  };
  // A new name: nothing was published to it before.
  let from = await endOfLog(bus, EVENTS_STREAM);
  const listen = async () => {
    for (;;) {
      try {
        return await read(from);
      } catch (error) {
        if (!(error instanceof UnrecognisedLogError)) throw error;
        log.error({ err: error }, 'log not recognised; restarting completion listener at its beginning');
        from = LOG_START;
      }
    }
  };
  const ended = listen();
  ended.catch(() => undefined);
  return { ended };
}
