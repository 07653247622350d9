import type { Msg } from '@nats-io/transport-node';
import { anyNotice, type NoticeName, noticeOf } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** Publishes a notice over core NATS, with `data` as JSON. It is lost while there is no connection or no listener. Never throws. */
export function notify({ nc, isConnected, log }: Bus, name: NoticeName, requestId: string, data?: object): void {
  if (!isConnected() || nc.isClosed()) return;
  try {
    nc.publish(noticeOf(name, requestId), data && JSON.stringify(data));
  } catch (error) {
    log.warn({ err: error, request_id: requestId }, 'publishing a notice failed');
  }
}

/**
 * Calls `listener` for every notice about a request that arrives, with the bytes of its data, and when the subscription fails.
 * A query that is sent on the same connection afterwards is answered as of a later moment than the first notice that can be missed.
 *
 * @returns unsubscribes
 */
export const onNotice = (
  bus: Bus,
  name: NoticeName,
  requestId: string,
  listener: (data?: Uint8Array) => void,
): (() => void) => subscribe(bus, noticeOf(name, requestId), (message) => listener(message?.data));

/** Calls `listener` for every notice about any request, with the bytes of its data. @returns unsubscribes */
export const onEveryNotice = (
  bus: Bus,
  name: NoticeName,
  listener: (requestId: string, data: Uint8Array) => void,
): (() => void) =>
  subscribe(bus, anyNotice(name), (message) => {
    if (message) listener(message.subject.split('.').at(-1) ?? '', message.data);
  });

function subscribe({ nc, log }: Bus, subject: string, listener: (message?: Msg) => void): () => void {
  const subscription = nc.subscribe(subject, {
    callback: (error, message) => {
      if (error) log.error({ err: error }, 'notice subscription failed');
      listener(error ? undefined : message);
    },
  });
  return () => {
    if (!nc.isClosed()) subscription.unsubscribe();
  };
}
