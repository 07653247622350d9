import { JetStreamApiCodes, type NextMsgRequest, PubHeaders, type SeqMsgRequest } from '@nats-io/jetstream';
import { EVENTS_STREAM, type EventStream, streamOf } from '@styling/contracts';
import { pause, ServiceError } from '@styling/service';
import type { Bus } from './connect.ts';
import { undefinedOn } from './streams.ts';

/** `seq` is 0 before the first message; `id` of the message at `seq`, null without one, identifies the log. */
export type LogPosition = {
  readonly seq: number;
  readonly id: string | null;
};

export const LOG_START: LogPosition = { seq: 0, id: null };

/** Not the log that was read before: replaced, restored from an older copy, or missing messages. */
export class UnrecognisedLogError extends Error {
  override readonly name = 'UnrecognisedLogError';
}

/** Last matching sequence, or 0; the leader includes all acknowledged events. @throws ServiceError `unavailable` */
export async function logHead({ jsm }: Bus, filter: string, since?: Date): Promise<number> {
  try {
    const message = await jsm.streams.getMessage(streamOf(filter), { last_by_subj: filter });
    return message && (!since || message.time >= since) ? message.seq : 0;
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}

/** Current end of a stream. @throws the client's error */
export async function endOfLog(bus: Bus, stream: EventStream): Promise<LogPosition> {
  const seq = (await bus.jsm.streams.info(stream)).state.last_seq;
  const message = seq > 0 ? await bus.jsm.streams.getMessage(stream, { seq }) : null;
  return { seq, id: message?.header.get(PubHeaders.MsgIdHdr) || null };
}

/** First matching event behind `after`, or null. @throws the client's error */
export function firstAfter({ jsm }: Bus, filter: string, after: number) {
  const query: SeqMsgRequest & NextMsgRequest = { seq: after + 1, next_by_subj: filter };
  return jsm.streams.getMessage(streamOf(filter), query);
}

/** Resolves once JetStream answers, stream or not. @throws the client's error, e.g. without a leader */
export const askJetStream = async ({ jsm }: Bus, stream: EventStream): Promise<void> =>
  void (await jsm.streams.info(stream).catch(undefinedOn(JetStreamApiCodes.StreamNotFound)));

/**
 * Recognises the log by the message id at `position`: sequences or creation times do not reveal a restored copy. Only
 * EVENTS never drops that message.
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
    // A frozen leader answers from old state until it learns of its successor.
    await pause(500);
  }
}

/** Boolean form of {@link recogniseLog}. @throws the client's error */
export async function isRecognised(bus: Bus, filter: string, position: LogPosition): Promise<boolean> {
  try {
    await recogniseLog(bus, filter, position);
    return true;
  } catch (error) {
    if (error instanceof UnrecognisedLogError) return false;
    throw error;
  }
}
