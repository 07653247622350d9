import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The health port of a running service. */
export type HealthServer = { readonly port: number; close(): Promise<void> };

/**
 * Serves `GET /livez` (200 as long as the process turns its event loop) and `GET /readyz` (200 when `isReady()`,
 * else 503) on all interfaces. Liveness asks nothing of NATS or Postgres: a restart would not bring them back.
 */
export async function serveHealth(port: number, isReady: () => boolean): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const status = request.url === '/livez' ? 200 : request.url === '/readyz' ? (isReady() ? 200 : 503) : 404;
    response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' }).end(status === 200 ? 'ok\n' : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
