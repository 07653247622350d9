import { type EventStream, streamOf } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import type { Bus } from './connect.ts';

/**
 * Sequence of the last event that matches `filter`, 0 when there is none. The stream's leader answers, so that whatever
 * was acknowledged before the call is included.
 *
 * @throws ServiceError `unavailable`
 */
export async function logHead(bus: Bus, filter: string): Promise<number> {
  try {
    const message = await bus.jsm.streams.getMessage(streamOf(filter), { last_by_subj: filter });
    return message?.seq ?? 0;
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}

/**
 * Sequence of the last message that a stream ever had, dropped or not.
 *
 * @throws the client's error when the server does not answer
 */
export const lastSequence = async (bus: Bus, stream: EventStream): Promise<number> =>
  (await bus.jsm.streams.info(stream)).state.last_seq;
