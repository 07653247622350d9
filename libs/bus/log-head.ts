import { JetStreamApiCodes, type NextMsgRequest, type SeqMsgRequest } from '@nats-io/jetstream';
import { type EventStream, streamOf } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { undefinedOn } from './api-error.ts';
import type { Bus } from './connect.ts';

/**
 * Sequence of the last event that matches `filter`, 0 when there is none, or none that was stored `since`. The stream's leader answers: whatever was
 * acknowledged before the call is included. @throws ServiceError `unavailable`
 */
export async function logHead({ jsm }: Bus, filter: string, since?: Date): Promise<number> {
  try {
    const message = await jsm.streams.getMessage(streamOf(filter), { last_by_subj: filter });
    return message && (!since || message.time >= since) ? message.seq : 0;
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}

/** Sequence of the last message that a stream ever had, dropped or not. @throws the client's error */
export const lastSequence = async ({ jsm }: Bus, stream: EventStream): Promise<number> =>
  (await jsm.streams.info(stream)).state.last_seq;

/**
 * Resolves once JetStream has answered about a stream, whether or not there is one. It is silent while it is disabled, has no
 * leader, or hangs. @throws the client's error
 */
export const askJetStream = async ({ jsm }: Bus, stream: EventStream): Promise<void> =>
  void (await jsm.streams.info(stream).catch(undefinedOn(JetStreamApiCodes.StreamNotFound)));

/** The first event behind `after` that matches `filter`; null when there is none. @throws the client's error */
export function firstAfter({ jsm }: Bus, filter: string, after: number) {
  const query: SeqMsgRequest & NextMsgRequest = { seq: after + 1, next_by_subj: filter };
  return jsm.streams.getMessage(streamOf(filter), query);
}
