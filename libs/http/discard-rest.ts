import type { IncomingMessage } from 'node:http';

/**
 * Reads and discards the rest of a refused body. A client that is still sending gets the response only if its bytes are
 * read; closing immediately would reset the connection and lose the response.
 *
 * @param maxBytes how many more bytes are read before the connection is closed
 */
export function discardRest(request: IncomingMessage, maxBytes: number): void {
  let left = maxBytes;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
