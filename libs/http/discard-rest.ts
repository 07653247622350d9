import type { IncomingMessage } from 'node:http';

/**
 * Reads and forgets what is still to come of a refused body. A client in the middle of sending sees the answer only
 * if its bytes are taken; closing on it right away would reset the connection and lose the answer.
 *
 * @param patience how many more bytes are taken before the connection is cut all the same
 */
export function discardRest(request: IncomingMessage, patience: number): void {
  let left = patience;
  request.on('error', () => {});
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  request.resume();
}
