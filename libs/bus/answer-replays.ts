import type { Msg } from '@nats-io/transport-node';
import { subjects } from '@styling/contracts';
import { settledWithin } from '@styling/service';
import { callHandler, type Handling } from './call-handler.ts';
import type { Bus } from './connect.ts';
import { deadLetterHeaders, errorName } from './dead-letters.ts';
import { parsed } from './parsed.ts';

/** What became of a dead letter that was handed back: `error` is the name of what went wrong again. */
export type ReplayAnswer = { readonly handled: true } | { readonly error: string };

/**
 * Handles dead letters of a consumer that an operator hands back, one at a time, and answers what became of each. The
 * event is handled as the one it is, with its place in the log; nothing is appended, acknowledged or delivered again.
 *
 * @param signal given to the handler
 * @returns `stop`, which takes no further letter and resolves when the one at hand is done
 */
export function answerReplays(bus: Bus, handling: Handling, signal: AbortSignal): { stop(): Promise<void> } {
  const { durable, log } = handling;
  let last = Promise.resolve();
  const subscription = bus.nc.subscribe(subjects.replay(durable), {
    queue: durable,
    callback: (error, message) => {
      if (error) return log.error({ err: error, durable }, 'replays refused');
      last = last.then(async () => {
        const answer = await replayed(handling, message, signal);
        if (!bus.nc.isClosed()) message.respond(JSON.stringify(answer));
      });
    },
  });
  return {
    async stop() {
      // It rejects when the connection is gone, and then no letter comes any more either.
      if (!subscription.isClosed()) await settledWithin(subscription.drain(), 1_000);
      await last;
    },
  };
}

async function replayed(handling: Handling, message: Msg, signal: AbortSignal): Promise<ReplayAnswer> {
  const headers = Object.fromEntries(
    (message.headers?.keys() ?? []).map((name) => [name, message.headers?.get(name) ?? '']),
  );
  const seq = Number(headers[deadLetterHeaders.seq]);
  const deliveries = Number(headers[deadLetterHeaders.deliveries]) + 1;
  const event = parsed(message);
  if (!event) return { error: 'unparsable' };
  try {
    await callHandler(handling, event, { seq, deliveries, lastAttempt: false, signal }, headers);
    handling.log.info({ seq, event_id: event.id, durable: handling.durable }, 'dead letter handled');
    return { handled: true };
  } catch (error) {
    return { error: errorName(error) };
  }
}
