import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks on loopback. */
export type Receiver = {
  readonly url: string;
  /** The `webhook-id` of each request, in the order in which they arrived. */
  readonly ids: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
};

/** Starts a receiver. @param takesMs how long it takes to respond */
export async function startReceiver(takesMs: number): Promise<Receiver> {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']));
    request.resume();
    setTimeout(() => response.writeHead(204).end(), takesMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ids,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
