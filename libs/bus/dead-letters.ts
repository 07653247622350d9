import { JetStreamApiCodes, type StoredMsg } from '@nats-io/jetstream';
import { NoRespondersError, RequestError, TimeoutError } from '@nats-io/transport-node';
import { DEAD_LETTERS_STREAM, subjects } from '@styling/contracts';
import { count, observe } from '@styling/telemetry';
import { z } from 'zod';
import type { Bus } from './connect.ts';
import { eventIn, readHeaders, toHeaders } from './messages.ts';
import { isOvertaken, publishAcknowledged } from './publish.ts';
import type { Delivery } from './pull.ts';
import { undefinedOn } from './streams.ts';

const replayAnswer = z.union([z.object({ handled: z.literal(true) }), z.object({ error: z.string() })]);
export type ReplayAnswer = z.output<typeof replayAnswer>;

export const deadLetterHeaders = {
  stream: 'Styling-Origin-Stream',
  seq: 'Styling-Origin-Sequence',
  subject: 'Styling-Origin-Subject',
  consumer: 'Styling-Consumer',
  error: 'Styling-Error',
  deliveries: 'Styling-Deliveries',
} as const;

const PUBLISH_WITHIN_MS = 10_000;

/** Idempotent: a killed server may redeliver. `error`: see `errorType`. @throws ServiceError `unavailable` */
export async function deadLetter(
  bus: Bus,
  consumer: string,
  message: Pick<Delivery, 'stream' | 'seq' | 'subject' | 'deliveries' | 'data' | 'headers'>,
  error: string,
): Promise<void> {
  const { stream, seq, subject, data } = message;
  const headers = {
    ...message.headers,
    [deadLetterHeaders.stream]: stream,
    [deadLetterHeaders.seq]: String(seq),
    [deadLetterHeaders.subject]: subject,
    [deadLetterHeaders.consumer]: consumer,
    [deadLetterHeaders.error]: error,
    [deadLetterHeaders.deliveries]: String(message.deliveries),
  };
  const id = `${consumer}/${stream}/${seq}`;
  const place = { stream: DEAD_LETTERS_STREAM, subject: subjects.deadLetter(consumer, stream, seq), id, after: 0 };
  try {
    await publishAcknowledged(bus, { ...place, data, headers }, PUBLISH_WITHIN_MS);
  } catch (error) {
    if (isOvertaken(error)) return;
    throw error;
  }
  count('styling.dead_letters', 1, ofConsumer(consumer));
}

const ofConsumer = (consumer: string) => ({ 'messaging.consumer.group.name': consumer });

/** Reports 0 before the first dead letter, so that the first shows as an increase. */
export const expectDeadLetters = (consumer: string): void => count('styling.dead_letters', 0, ofConsumer(consumer));

/** Metric of the dead letters kept, of all consumers. @returns a function that ends it */
export const observeDeadLetters = ({ jsm }: Bus): (() => void) =>
  observe('styling.dead_letters.kept', async () => [
    [(await jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages, {}],
  ]);

/** All dead letters, oldest first. */
export async function* listDeadLetters(bus: Bus): AsyncGenerator<DeadLetter, void, undefined> {
  for (let message = await nextMessage(bus, 1); message; message = await nextMessage(bus, message.seq + 1)) {
    yield toDeadLetter(message);
  }
}

/** The dead letter with this number, or undefined. */
export async function findDeadLetter(bus: Bus, seq: number): Promise<DeadLetter | undefined> {
  const message = await nextMessage(bus, seq);
  return message?.seq === seq ? toDeadLetter(message) : undefined;
}

/** Deletes for good; false when it was gone already. The log keeps the original. */
export async function dropDeadLetter(bus: Bus, seq: number): Promise<boolean> {
  if (!(await findDeadLetter(bus, seq))) return false;
  return (await bus.jsm.streams.deleteMessage(DEAD_LETTERS_STREAM, seq).catch(undefinedIfAbsent)) ?? false;
}

/**
 * Hands a dead letter to its consumer and waits for the outcome. It stays in the stream: drop it when it was handled.
 * @returns `handled`, or an error: `no such letter`, `nobody there` (no replica runs), `no answer`, `unparsable`, or
 * the handler's
 */
export async function replayDeadLetter(bus: Bus, seq: number, timeoutMs: number): Promise<ReplayAnswer> {
  const message = await nextMessage(bus, seq);
  if (message?.seq !== seq) return { error: 'no such letter' };
  const headers = toHeaders(readHeaders(message.header));
  const subject = subjects.replay(toDeadLetter(message).consumer);
  try {
    const answer = await bus.nc.request(subject, message.data, { timeout: timeoutMs, headers });
    return replayAnswer.parse(answer.json());
  } catch (error) {
    const isAlone = error instanceof RequestError && error.isNoResponders();
    if (isAlone || error instanceof NoRespondersError) return { error: 'nobody there' };
    if (error instanceof TimeoutError) return { error: 'no answer' };
    throw error;
  }
}

const undefinedIfAbsent = undefinedOn(JetStreamApiCodes.NoMessageFound);

/** First message at or after `seq`. Servers know `next_by_subj` since 2.9; the client's types do not. */
function nextMessage(bus: Bus, seq: number): Promise<StoredMsg | null | undefined> {
  const query = { seq, next_by_subj: subjects.deadLetters };
  return bus.jsm.streams.getMessage(DEAD_LETTERS_STREAM, query).catch(undefinedIfAbsent);
}

function toDeadLetter({ seq, time, header, data }: StoredMsg) {
  return {
    seq,
    at: time,
    consumer: header.get(deadLetterHeaders.consumer),
    /** Code or class of the error, `unparsable`, or `exhausted` (deliveries never answered). */
    error: header.get(deadLetterHeaders.error),
    deliveries: Number(header.get(deadLetterHeaders.deliveries)),
    origin: {
      stream: header.get(deadLetterHeaders.stream),
      seq: Number(header.get(deadLetterHeaders.seq)),
      subject: header.get(deadLetterHeaders.subject),
    },
    /** Null when it is none of our events: its bytes are never shown. */
    event: eventIn(data),
    bytes: data.length,
  };
}

export type DeadLetter = ReturnType<typeof toDeadLetter>;
