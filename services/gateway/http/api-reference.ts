import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileSender } from '@styling/portal';

/**
 * Answers a GET or HEAD with the OpenAPI document, which the page at /docs shows. It needs no key and is left out of usage.
 *
 * @param document the OpenAPI document
 */
export function apiReference(document: object): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const file = { type: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(document)) };
  return fileSender(file, { 'Cache-Control': 'no-cache' });
}
