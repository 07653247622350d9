import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** The body as verified, or why it was not. */
type Received = { readonly id: string; readonly body: { readonly type: string; readonly data: unknown } };
type Behaviour = (response: ServerResponse, request: IncomingMessage) => void;

/** A receiver on loopback that verifies with the public library. */
export type Receiver = {
  readonly url: string;
  readonly received: Received[];
  readonly headers: IncomingMessage['headers'][];
  /** Secret to verify with; without one it takes everything. */
  secret: string | undefined;
  behaviour: Behaviour;
  stop(): void;
};

/** Responds with a status. */
export const responding =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end('not to be kept');

/** Starts a receiver that responds with 204 to what it can verify, and with 401 to the rest. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => []);
    const text = Buffer.concat(chunks).toString();
    const headers = request.headers as Record<string, string>;
    receiver.headers.push(request.headers);
    try {
      const body = receiver.secret ? new Webhook(receiver.secret).verify(text, headers) : JSON.parse(text);
      receiver.received.push({ id: headers['webhook-id'] ?? '', body: body as Received['body'] });
      receiver.behaviour(response, request);
    } catch {
      response.writeHead(401).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    headers: [],
    secret: undefined,
    behaviour: responding(204),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}
