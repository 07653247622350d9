import { EVENTS_STREAM } from '@styling/contracts';
import { inBatches, ServiceError } from '@styling/service';
import type { Bus } from './connect.ts';

/**
 * Sequence of the last event that matches `filter`, 0 when there is none; the stream leader's word, so that whatever was
 * acknowledged before the call is included.
 *
 * @throws ServiceError `unavailable`
 */
export async function logHead(bus: Bus, filter: string): Promise<number> {
  try {
    const message = await bus.jsm.streams.getMessage(EVENTS_STREAM, { last_by_subj: filter });
    return message?.seq ?? 0;
  } catch (cause) {
    throw new ServiceError('unavailable', {}, { cause });
  }
}

/** {@link logHead} of one filter for many who ask at the same time: they share a question that begins after they came. */
export function sharedLogHead(bus: Bus, filter: string): () => Promise<number> {
  const head = inBatches(async (askers: readonly undefined[]) => {
    const seq = await logHead(bus, filter);
    return askers.map(() => seq);
  });
  return () => head(undefined);
}
