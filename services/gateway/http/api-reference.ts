import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Answers a GET with a file. */
type FileHandler = (request: unknown, response: ServerResponse) => unknown;

/** The page works without any other host, and may not be made to reach one. Swagger UI sets styles on its elements. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Image styling service: API reference</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
    <script src="/docs/swagger-ui.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
  </body>
</html>
`;

// Without validatorUrl: null the page would offer the document to a validator on the web.
const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
});
`;

/**
 * The API's documentation by path: the OpenAPI document and a page that shows it (Swagger UI, served from here). It needs
 * no key and is left out of usage.
 *
 * @param document the OpenAPI document
 */
export function apiReference(document: object): Readonly<Record<string, FileHandler>> {
  return {
    '/openapi.json': file('application/json; charset=utf-8', JSON.stringify(document)),
    '/docs': file('text/html; charset=utf-8', PAGE, { 'Content-Security-Policy': CONTENT_SECURITY_POLICY }),
    '/docs/start.js': file('text/javascript; charset=utf-8', START),
    '/docs/swagger-ui.js': file('text/javascript; charset=utf-8', packaged('swagger-ui-bundle.js')),
    '/docs/swagger-ui.css': file('text/css; charset=utf-8', packaged('swagger-ui.css')),
  };
}

const packaged = (name: string): Buffer => readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)));

function file(type: string, content: string | Buffer, headers: Readonly<Record<string, string>> = {}): FileHandler {
  const bytes = Buffer.from(content);
  const cached = { 'Content-Length': bytes.length, 'Cache-Control': 'public, max-age=300' };
  return (_, response) => response.writeHead(200, { 'Content-Type': type, ...cached, ...headers }).end(bytes);
}
