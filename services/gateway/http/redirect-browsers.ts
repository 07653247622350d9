import type { ServerResponse } from 'node:http';
import type { HttpRequest } from '@styling/http';
import { PORTAL_PATH } from '@styling/portal';

/** Listed by Java's `HttpURLConnection`, which asks for `text/html` before all else by default, and by no browser that asks for HTML. */
const OF_JAVA = /\bimage\/gif\b/;

/** Redirects who prefers a page to JSON, as browsers do, from the address of the service to the portal, and passes on all others. */
export function redirectBrowsers(request: HttpRequest, response: ServerResponse, next: () => void): void {
  response.setHeader('Vary', 'Accept');
  const prefersPage = request.accepts(['application/json', 'text/html']) === 'text/html';
  if (!prefersPage || OF_JAVA.test(request.headers.accept ?? '')) next();
  else response.writeHead(303, { Location: `${PORTAL_PATH}/`, 'Content-Length': 0 }).end();
}
