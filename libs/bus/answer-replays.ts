import type { Msg } from '@nats-io/transport-node';
import { subjects } from '@styling/contracts';
import { settledWithin } from '@styling/service';
import { callHandler, type Handling } from './call-handler.ts';
import type { Bus } from './connect.ts';
import { deadLetterHeaders, errorName } from './dead-letters.ts';
import { readHeaders } from './headers.ts';
import { eventIn } from './parsed.ts';

/** Outcome of a replay; `error` is the name of what went wrong again. */
export type ReplayAnswer = { readonly handled: true } | { readonly error: string };

/**
 * Handles dead letters that an operator replays, one at a time, and answers with the outcome of each.
 *
 * @returns `stop`, which takes no further dead letter and resolves when the current one is done
 */
export function answerReplays(bus: Bus, handling: Handling, signal: AbortSignal): { stop(): Promise<void> } {
  const { durable, log } = handling;
  let last = Promise.resolve();
  const subscription = bus.nc.subscribe(subjects.replay(durable), {
    queue: durable,
    callback: (error, message) => {
      if (error) return log.error({ err: error, durable }, 'replay subscription failed');
      last = last.then(async () => {
        const answer = await replayed(handling, message, signal);
        if (!bus.nc.isClosed()) message.respond(JSON.stringify(answer));
      });
    },
  });
  return {
    async stop() {
      // It rejects when the connection is gone, and then nothing arrives any more either.
      if (!subscription.isClosed()) await settledWithin(subscription.drain(), 1_000);
      await last;
    },
  };
}

async function replayed(handling: Handling, message: Msg, signal: AbortSignal): Promise<ReplayAnswer> {
  const headers = readHeaders(message.headers);
  const seq = Number(headers[deadLetterHeaders.seq]);
  const deliveries = Number(headers[deadLetterHeaders.deliveries]) + 1;
  const event = eventIn(message);
  if (!event) return { error: 'unparsable' };
  try {
    await callHandler(handling, event, { seq, deliveries, lastAttempt: false, signal }, headers);
    handling.log.info({ seq, event_id: event.id, durable: handling.durable }, 'dead letter handled');
    return { handled: true };
  } catch (error) {
    return { error: errorName(error) };
  }
}
