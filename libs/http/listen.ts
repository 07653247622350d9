import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServiceError } from '@styling/service';
import type { App } from './create-app.ts';
import { errorBody, JSON_TYPE, requestIdHeader, SEND_TIMEOUT_MS } from './send.ts';

export type ListenOptions = {
  /** 0: any free port. */
  port: number;
  /** Default: all interfaces. */
  host?: string | undefined;
  /** Until running requests are cut off. */
  closeTimeoutMs?: number;
  requestTimeoutMs?: number;
  sendTimeoutMs?: number;
  maxConnections?: number;
};

export type Listening = {
  readonly port: number;
  /** Stops accepting, lets running requests finish (up to `closeTimeoutMs`), closes every connection. */
  close(): Promise<void>;
};

/** Keeps idle connections 160 s, longer than load balancers, to avoid races. @throws Error naming a taken port */
export async function listen(app: App, options: ListenOptions): Promise<Listening> {
  const { port, host, closeTimeoutMs = 150_000, maxConnections = 10_000 } = options;
  const { requestTimeoutMs = 60_000, sendTimeoutMs = SEND_TIMEOUT_MS } = options;
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: Math.min(10_000, requestTimeoutMs),
    keepAliveTimeout: 160_000,
    connectionsCheckingInterval: Math.min(5_000, requestTimeoutMs),
    // Node's own refusal of a missing Host is not JSON; nothing here reads the header.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  const connections = new OpenConnections(server);
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    connections.begin(request, response);
    // A client that does not read must not hold its complete response in memory for long.
    response.once('prefinish', () => {
      const timer = setTimeout(() => response.destroy(), sendTimeoutMs);
      response.once('close', () => clearTimeout(timer));
    });
    app.handle(request, response);
  };
  server.on('request', serve);
  // An unknown `Expect` may be ignored (RFC 9110, section 10.1.1); Node's own refusal is not JSON.
  server.on('checkExpectation', serve);
  // Without a listener, CONNECT would be closed without a response.
  server.on('connect', (_, socket) => refuse(socket, app.newRequestId()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const running = connections.responsesOf(socket);
    // Responses to complete requests are sent first.
    if (socket.writable && running.some(({ req }) => req.complete)) connections.broken.add(socket);
    // A second response would corrupt the one being written.
    else if (!socket.writable || running.some(({ headersSent }) => headersSent)) socket.destroy();
    else refuse(socket, app.newRequestId(), REASONS[error.code ?? '']);
  });
  server.listen({ port, host });
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE' ? new Error(`port ${port} is already in use`, { cause }) : cause;
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => connections.close(closeTimeoutMs),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
  HPE_HEADER_OVERFLOW: 'the headers are too long',
};

/** For bytes that are not an HTTP request, or arrive too slowly. */
function refuse(socket: Duplex, requestId: string, details?: string): void {
  const error = new ServiceError('malformed_request', details === undefined ? {} : { details });
  const body = JSON.stringify(errorBody(error, requestId));
  const head = [
    'HTTP/1.1 400 Bad Request',
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${body.length}`,
    `${requestIdHeader}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Running requests of each connection, for a graceful close. */
class OpenConnections {
  /** Their next bytes are invalid: to be closed after the responses to those before. */
  readonly broken = new WeakSet<Duplex>();
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #running = new Set<ServerResponse>();
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#running.add(response);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.#running.delete(response);
      const isBroken = this.broken.has(socket) && !this.responsesOf(socket).some(({ req }) => req.complete);
      if (isBroken) socket.destroySoon();
      if (this.#closing) this.#closeIdle();
    });
  }

  responsesOf(socket: Duplex): ServerResponse[] {
    return [...this.#running].filter(({ req }) => req.socket === socket);
  }

  /** Waits for running requests; cuts them off after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    this.#closing = true;
    const timer = setTimeout(() => this.#server.closeAllConnections(), timeoutMs);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#server.close(resolve);
    for (const response of this.#running) response.shouldKeepAlive = false;
    this.#closeIdle();
    await promise;
    clearTimeout(timer);
  }

  /** Unlike `server.closeIdleConnections()`, includes connections that never had a request. */
  #closeIdle(): void {
    const busy = new Set([...this.#running].map(({ req }) => req.socket));
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroySoon();
  }
}
