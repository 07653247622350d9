import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';

/** Disconnected before the whole request was sent: no response is possible. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

export type BodyCount = {
  /** For each piece kept. @throws ServiceError when there is no room */
  grow(bytes: number): void;
  discarded?(bytes: number): void;
};

export type BodyBounds = {
  readonly maxBytes: number;
  /** Time-out of a pause of the client; default 15 s. */
  readonly idleTimeoutMs?: number | undefined;
  /** Shared by all bodies. */
  readonly memory?: BodyCount | undefined;
};

/** A refused body is read up to this many times its limit, so that the client gets the response. */
const DISCARD_FACTOR = 4;

/** Announced body length in bytes; infinite if unknown. */
export const announcedLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/**
 * Runs `read` on an arriving body, discards the rest on failure. Refuses compressed bodies: their size bounds nothing.
 * @throws ServiceError `encoded_body`, `body_too_large`, `malformed_request` (pauses too long); ClientDisconnected
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
  // Leaving early must not destroy the connection: the response is still to be sent.
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

/** Without reading on, a sending client gets a reset, not the response. One piece a turn, to serve others between. */
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
