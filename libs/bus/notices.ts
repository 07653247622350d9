import type { Msg } from '@nats-io/transport-node';
import { anyNotice, type NoticeName, noticeOf } from '@styling/contracts';
import type { Bus } from './connect.ts';

/** Publishes `data` as JSON over core NATS, at most once; lost without connection or listener. Never throws. */
export function notify({ nc, isConnected, log }: Bus, name: NoticeName, requestId: string, data?: object): void {
  if (!isConnected() || nc.isClosed()) return;
  try {
    nc.publish(noticeOf(name, requestId), data && JSON.stringify(data));
  } catch (error) {
    log.warn({ err: error, request_id: requestId }, 'publishing a notice failed');
  }
}

/**
 * Calls `listener` with the data of every notice about a request, and when the subscription fails. A query sent on this
 * connection afterwards is answered later than any notice missed before.
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
