import { drained, JSON_TYPE } from '@styling/http';
import type { Call } from './define-endpoint.ts';
import type { PagedList } from './paged-list.ts';

/** Bytes of a response to a read that cost as much as a read. */
export const TURN_BYTES = 8_000;

/**
 * Sends the parts of a list, each once the client has received the one before, until it has all or has disconnected. The memory of a
 * part is held until the response is closed; every part counts toward the user's turns.
 *
 * @throws ServiceError `unavailable` when there is too little memory; errors of the pages. The response may have begun.
 */
export async function sendParts({ response, request, gateway, held, turn, status, headers }: Call, list: PagedList) {
  const memory = held.use(gateway.capacity.bodies.take(0));
  let largest = 0;
  for await (const part of list.parts()) {
    if (part.length > largest) memory.grow(part.length - largest);
    largest = Math.max(part.length, largest);
    if (!response.headersSent) response.writeHead(status, { ...headers, 'Content-Type': JSON_TYPE });
    if (request.method === 'HEAD') return;
    turn?.charge(part.length / TURN_BYTES);
    response.write(part);
    await drained(response);
    if (response.destroyed) return;
  }
}
