import type { IncomingMessage } from 'node:http';
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

/** Announced length of a request's body, in bytes; infinite if unknown. */
export const announcedLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/**
 * Runs `read` on a body as it arrives; what it has not read when it fails is discarded. A compressed body is refused: its size would
 * not bound what it expands to.
 *
 * @throws ServiceError of the chunks: `encoded_body`, `body_too_large`, `malformed_request` when the client pauses too long; errors of
 *   `memory` and of `read`
 * @throws ClientDisconnected of the chunks, when the client disconnects before the end of the body
 */
export async function withBody<Result>(
  request: IncomingMessage,
  bounds: BodyBounds,
  read: (chunks: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(chunksOf(request, bounds));
  } catch (error) {
    discardRest(request, bounds);
    throw error;
  }
}

async function* chunksOf(
  request: IncomingMessage,
  { maxBytes, idleTimeoutMs = 15_000, memory }: BodyBounds,
): AsyncGenerator<Buffer> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (!['identity', ''].includes(encoding)) throw new ServiceError('encoded_body');
  let length = 0;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new ServiceError('body_too_large');
  const idle = Promise.withResolvers<never>();
  // Not awaited if the client sends in time.
  idle.promise.catch(() => {});
  const details = 'the request body stopped arriving before its end';
  const timer = setTimeout(() => idle.reject(new ServiceError('malformed_request', { details })), idleTimeoutMs);
  // Leaving the loop early must not destroy the connection: the response is still to be sent.
  const chunks: AsyncIterator<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const { value, done } = await Promise.race([chunks.next(), idle.promise]);
      if (done) return;
      timer.refresh();
      length += value.length;
      if (length > maxBytes) throw new ServiceError('body_too_large');
      memory?.grow(value.length);
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
