import type { NextMsgRequest, SeqMsgRequest } from '@nats-io/jetstream';
import { streamOf } from '@styling/contracts';
import type { Bus } from './connect.ts';

/**
 * Position and time of the first event behind `after` that matches `filter`; null when there is none.
 *
 * @throws the client's error when the server does not answer
 */
export async function firstAfter(
  { jsm }: Bus,
  filter: string,
  after: number,
): Promise<{ readonly seq: number; readonly time: Date } | null> {
  const query: SeqMsgRequest & NextMsgRequest = { seq: after + 1, next_by_subj: filter };
  const message = await jsm.streams.getMessage(streamOf(filter), query);
  return message && { seq: message.seq, time: message.time };
}
