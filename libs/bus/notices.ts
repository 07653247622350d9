import { anyNotice, type NoticeName, noticeOf } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** Tells whoever listens now, with `data` as JSON; without a connection nobody is told. Never throws. */
export function tell({ nc, isConnected, log }: Bus, name: NoticeName, requestId: string, data?: object): void {
  if (!isConnected() || nc.isClosed()) return;
  try {
    nc.publish(noticeOf(name, requestId), data && JSON.stringify(data));
  } catch (error) {
    log.warn({ err: error, request_id: requestId }, 'notice not told');
  }
}

/**
 * Calls `listener` for every notice about a request that arrives, with the bytes of its data. What is asked on the same connection afterwards is answered
 * as of a later moment than the first one that can be missed.
 *
 * @returns a function that ends that
 */
export function hear(
  { nc, log }: Bus,
  name: NoticeName,
  requestId: string,
  listener: (data?: Uint8Array) => void,
): () => void {
  const subscription = nc.subscribe(noticeOf(name, requestId), {
    callback: (error, message) => {
      if (error) log.error({ err: error }, 'notice subscription failed');
      listener(message?.data);
    },
  });
  return () => {
    if (!nc.isClosed()) subscription.unsubscribe();
  };
}

/** Calls `listener` for every notice about any request, with the bytes of its data. @returns a function that ends that */
export function hearAll(
  { nc, log }: Bus,
  name: NoticeName,
  listener: (requestId: string, data: Uint8Array) => void,
): () => void {
  const subscription = nc.subscribe(anyNotice(name), {
    callback: (error, message) => {
      if (error) log.error({ err: error }, 'notice subscription failed');
      else listener(message.subject.split('.').at(-1) ?? '', message.data);
    },
  });
  return () => {
    if (!nc.isClosed()) subscription.unsubscribe();
  };
}
