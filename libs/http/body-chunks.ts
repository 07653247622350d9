import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';

/** The client disconnected before it had sent its whole request: no response can be sent. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/** Counts the bytes of a body. */
export type BodyCount = {
  /** Called with those of each piece that is kept. @throws ServiceError when there is no room for them */
  grow(bytes: number): void;
  /** Called with those of each piece that is read over. */
  discarded?(bytes: number): void;
};

/** Bounds of a body. */
export type BodyBounds = {
  readonly maxBytes: number;
  /** Time-out of a pause of the client, in ms; default 15 s. `listen` limits the time of a whole request. */
  readonly idleTimeoutMs?: number | undefined;
  /** Bounds the memory of all bodies together. */
  readonly memory?: BodyCount | undefined;
};

/** A refused body is read up to this many times its limit, so that the client gets the response. */
const DISCARD_FACTOR = 4;

/** Refuses a compressed body: its size would not bound what it expands to. @throws ServiceError `encoded_body` */
export function requireUnencoded(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!['identity', ''].includes(encoding)) throw new ServiceError('encoded_body');
}

const IDLE = 'the request body stopped arriving before its end';

/** Announced length of a request's body, in bytes; infinite if unknown. */
export const announcedLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/** The announced length of a body, 0 without one. @throws ServiceError `body_too_large` */
export function announcedBytes({ headers }: IncomingMessage, maxBytes: number): number {
  const announced = Number(headers['content-length'] ?? 0);
  if (announced > maxBytes) throw new ServiceError('body_too_large');
  return announced;
}

/**
 * The body as it arrives.
 *
 * @throws ServiceError `body_too_large`; `malformed_request` when the client pauses too long; errors of `memory`
 * @throws ClientDisconnected when the client disconnects before the end of the body
 */
export async function* bodyChunks(
  request: IncomingMessage,
  { maxBytes, idleTimeoutMs = 15_000, memory }: BodyBounds,
): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of chunksOf(request, idleTimeoutMs)) {
    length += chunk.length;
    if (length > maxBytes) throw new ServiceError('body_too_large');
    memory?.grow(chunk.length);
    yield chunk;
  }
}

/**
 * A client that is still sending gets the response only if its bytes are read; closing would reset the connection. One piece is
 * read in a turn of the event loop, so that others are served between them.
 */
export function discardRest(request: IncomingMessage, { maxBytes, memory }: BodyBounds): void {
  if (request.readableEnded) return;
  let left = DISCARD_FACTOR * maxBytes;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) return void request.destroy();
    memory?.discarded?.(chunk.length);
    request.pause();
    setImmediate(() => request.resume());
  });
  request.resume();
}

async function* chunksOf(request: IncomingMessage, idleTimeoutMs: number): AsyncGenerator<Buffer> {
  const idle = Promise.withResolvers<never>();
  // Not awaited if the client sends in time.
  idle.promise.catch(() => {});
  const timer = setTimeout(() => idle.reject(new ServiceError('malformed_request', { details: IDLE })), idleTimeoutMs);
  // Leaving the loop early must not destroy the connection: the response is still to be sent.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), idle.promise]);
      if (done) return;
      timer.refresh();
      yield value;
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ClientDisconnected('the client disconnected while sending its body', { cause });
  } finally {
    clearTimeout(timer);
    // Not awaited: without a further chunk it would never resolve.
    void chunks.return?.();
  }
}
