import { JetStreamApiCodes, type NextMsgRequest, PubHeaders, type SeqMsgRequest } from '@nats-io/jetstream';
import { EVENTS_STREAM, type EventStream, streamOf } from '@styling/contracts';
import { pause, ServiceError } from '@styling/service';
import type { Bus } from './connect.ts';
import { undefinedOn } from './streams.ts';

/** A position in a stream, by which the stream is known again. */
export type LogPosition = {
  /** Sequence of the last message that was read; 0 before the first. */
  readonly seq: number;
  /** Id of the message at `seq`; null when there is none, or it has no id. */
  readonly id: string | null;
};

/** The beginning of every log. */
export const LOG_START: LogPosition = { seq: 0, id: null };

/** This is not the log that was read before: it was replaced, restored from an older copy, or lost messages. */
export class UnrecognisedLogError extends Error {
  override readonly name = 'UnrecognisedLogError';
}

/**
 * Sequence of the last event that matches `filter`, 0 when there is none, or none that was stored `since`. The stream's
 * leader answers: whatever was acknowledged before the call is included. @throws ServiceError `unavailable`
 */
export async function logHead({ jsm }: Bus, filter: string, since?: Date): Promise<number> {
  try {
    const message = await jsm.streams.getMessage(streamOf(filter), { last_by_subj: filter });
    return message && (!since || message.time >= since) ? message.seq : 0;
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}

/** The end of a stream now. @throws the client's error */
export async function endOfLog(bus: Bus, stream: EventStream): Promise<LogPosition> {
  const seq = (await bus.jsm.streams.info(stream)).state.last_seq;
  const message = seq > 0 ? await bus.jsm.streams.getMessage(stream, { seq }) : null;
  return { seq, id: message?.header.get(PubHeaders.MsgIdHdr) || null };
}

/** The first event behind `after` that matches `filter`; null when there is none. @throws the client's error */
export function firstAfter({ jsm }: Bus, filter: string, after: number) {
  const query: SeqMsgRequest & NextMsgRequest = { seq: after + 1, next_by_subj: filter };
  return jsm.streams.getMessage(streamOf(filter), query);
}

/**
 * Resolves once JetStream has answered about a stream, whether or not there is one. It is silent while it is disabled, has no
 * leader, or hangs. @throws the client's error
 */
export const askJetStream = async ({ jsm }: Bus, stream: EventStream): Promise<void> =>
  void (await jsm.streams.info(stream).catch(undefinedOn(JetStreamApiCodes.StreamNotFound)));

/**
 * Checks that the stream of `filter` is the one in which `position` was reached, by the id of the message there: sequences
 * alone, or the creation time of a stream, do not tell a restored copy. EVENTS never drops a message; in other streams the one at
 * the position may have been dropped since, also before older ones on other subjects.
 *
 * @throws UnrecognisedLogError, or the client's error
 */
export async function recogniseLog(bus: Bus, filter: string, { seq, id }: LogPosition): Promise<void> {
  if (seq === 0) return;
  const stream = streamOf(filter);
  for (let looks = 1; ; looks++) {
    const message = await bus.jsm.streams.getMessage(stream, { seq });
    if (message) {
      if (id === null || message.header.get(PubHeaders.MsgIdHdr) === id) return;
      throw new UnrecognisedLogError(`${stream} has another message at ${seq}, the position of ${filter}`);
    }
    const last = (await bus.jsm.streams.info(stream)).state.last_seq;
    if (stream !== EVENTS_STREAM && seq <= last) return;
    if (looks > 1) {
      const found = seq <= last ? `lacks the message at ${seq}` : `ends at ${last}, before ${seq}`;
      throw new UnrecognisedLogError(`${stream} ${found}, the position of ${filter}`);
    }
    // A leader that was frozen answers with what it had, until it learns that there is another.
    await pause(500);
  }
}

/** Whether {@link recogniseLog} recognises the log. @throws the client's error */
export async function isRecognised(bus: Bus, filter: string, position: LogPosition): Promise<boolean> {
  try {
    await recogniseLog(bus, filter, position);
    return true;
  } catch (error) {
    if (error instanceof UnrecognisedLogError) return false;
    throw error;
  }
}
