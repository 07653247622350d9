import { JetStreamApiCodes } from '@nats-io/jetstream';
import { DEAD_LETTERS_STREAM, subjects } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { count, observe } from '@styling/telemetry';
import { publishAcknowledged } from './acknowledged-publish.ts';
import { hasApiCode } from './api-error.ts';
import type { Bus } from './connect.ts';
import type { Delivery } from './delivery.ts';

const PATIENCE_MS = 10_000;

/** Headers of a dead letter: position of the original, the consumer that failed, and the name of the reason. */
export const deadLetterHeaders = {
  stream: 'Styling-Origin-Stream',
  seq: 'Styling-Origin-Sequence',
  subject: 'Styling-Origin-Subject',
  consumer: 'Styling-Consumer',
  error: 'Styling-Error',
  deliveries: 'Styling-Deliveries',
} as const;

/** An error's code or class; never its message, which may hold what must not be kept. */
export function errorName(error: unknown): string {
  if (error instanceof ServiceError) return error.code;
  return error instanceof Error && /^[\w.-]{1,64}$/.test(error.name) ? error.name : 'Error';
}

/**
 * Dead-letters a message of `consumer`, once however often it is called: a server that was killed may deliver what was
 * settled minutes ago.
 *
 * @param error class or code of the reason, see {@link errorName}
 * @throws ServiceError `unavailable`
 */
export async function deadLetter(
  bus: Bus,
  consumer: string,
  message: Pick<Delivery, 'stream' | 'seq' | 'subject' | 'deliveries' | 'data' | 'headers'>,
  error: string,
): Promise<void> {
  const { stream, seq, subject, data } = message;
  const letter = {
    stream: DEAD_LETTERS_STREAM,
    subject: subjects.deadLetter(consumer, stream, seq),
    id: `${consumer}/${stream}/${seq}`,
    data,
    headers: {
      ...message.headers,
      [deadLetterHeaders.stream]: stream,
      [deadLetterHeaders.seq]: String(seq),
      [deadLetterHeaders.subject]: subject,
      [deadLetterHeaders.consumer]: consumer,
      [deadLetterHeaders.error]: error,
      [deadLetterHeaders.deliveries]: String(message.deliveries),
    },
    after: 0,
  };
  try {
    await publishAcknowledged(bus, letter, PATIENCE_MS);
  } catch (error) {
    // It is there already.
    if (hasApiCode((error as Error).cause, JetStreamApiCodes.StreamWrongLastSequence)) return;
    throw error;
  }
  count('styling.dead_letters', 1, ofConsumer(consumer));
}

/** Reports a consumer's dead letters as 0 before there is one, so that the first shows as an increase. */
export const expectDeadLetters = (consumer: string): void => count('styling.dead_letters', 0, ofConsumer(consumer));

/** Reports how many dead letters are kept, of all consumers, as a metric. @returns a function that ends it */
export const observeDeadLetters = ({ jsm }: Bus): (() => void) =>
  observe('styling.dead_letters.kept', async () => [
    [(await jsm.streams.info(DEAD_LETTERS_STREAM)).state.messages, {}],
  ]);

const ofConsumer = (consumer: string) => ({ 'messaging.consumer.group.name': consumer });
