import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server at a private address that nothing may connect to unless it is allowed. */
export type Canary = Awaited<ReturnType<typeof startCanary>>;

/** Starts an HTTP server on 127.0.0.1 that counts its requests and answers each with 404. */
export async function startCanary() {
  let hits = 0;
  const server = createServer((_, response) => {
    hits++;
    response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests since the last call. */
    takeHits: () => {
      const taken = hits;
      hits = 0;
      return taken;
    },
    stop: () => void server.close(),
  };
}
