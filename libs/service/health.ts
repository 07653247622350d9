import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Serves `/livez` (200 while the event loop runs: a restart would not bring NATS or Postgres back), `/readyz` (503 with
 * `notReady()`, else 200 with `details()`) and `/metrics`, by default on all interfaces.
 */
export async function serveHealth(
  port: number,
  notReady: () => string | undefined,
  metricsText: () => Promise<string>,
  host?: string,
  details: () => readonly string[] = () => [],
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') return void answerMetrics(response, metricsText);
    const reason = request.url === '/readyz' ? notReady() : undefined;
    const status = reason !== undefined ? 503 : request.url === '/livez' || request.url === '/readyz' ? 200 : 404;
    const lines = request.url === '/readyz' ? details() : [];
    const text = status === 200 ? ['ok', ...lines].join('\n') : reason;
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(text && `${text}\n`);
  });
  await once(server.listen({ port, host }), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answerMetrics(response: ServerResponse, metricsText: () => Promise<string>): Promise<void> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', connection: 'close' };
  // A 500 makes Prometheus mark the target as down.
  const text = await metricsText().catch(() => undefined);
  response.writeHead(text === undefined ? 500 : 200, headers).end(text);
}
