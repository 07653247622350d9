import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileSender } from '@styling/portal';

/** Answers a GET or HEAD. */
type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The page that shows the document. */
const PAGE_PATH = '/portal/reference';

/**
 * The API's documentation by path: the OpenAPI document, and where the page of the portal is that shows it. It needs no key and is
 * left out of usage.
 *
 * @param document the OpenAPI document
 */
export function apiReference(document: object): Readonly<Record<string, Answer>> {
  const file = { type: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(document)) };
  const send = fileSender(file, { 'Cache-Control': 'no-cache' });
  return {
    '/openapi.json': (request, response) => send(request, response),
    '/docs': (_, response) => response.writeHead(302, { Location: PAGE_PATH, 'Content-Length': 0 }).end(),
  };
}
