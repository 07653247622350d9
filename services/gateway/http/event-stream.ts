import type { ServerResponse } from 'node:http';
import { drained } from '@styling/http';

/** Proxies close connections on which nothing is sent for a minute or so. */
const PING_EVERY_MS = 15_000;
/** Delay after which a client reconnects. */
const RETRY_MS = 1_000;
/** A client that leaves more unread is cut off. */
const UNREAD_BYTES = 65_536;
const READ_WITHIN_MS = 30_000;

/** A response as server-sent events, begun; pings until it is disposed of. */
export class EventStream implements Disposable {
  readonly #response: ServerResponse;
  readonly #ping: NodeJS.Timeout;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.#ping = setInterval(() => this.send(': ping\n\n'), PING_EVERY_MS);
  }

  /** Sends events, or cuts off a client that has not read those before. */
  send(text: string): void {
    if (this.#response.writableLength > UNREAD_BYTES) this.#response.destroy();
    else this.#response.write(text);
  }

  /** Waits until the client has read what was sent; cuts it off if it takes too long. */
  read(): Promise<void> {
    return drained(this.#response, READ_WITHIN_MS);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#ping);
  }
}

/** One server-sent event. @param id the client sends it as `Last-Event-ID` when it connects again */
export const serverSentEvent = (event: string, id: string | number, data: object): string =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
