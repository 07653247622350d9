import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ServiceError } from '@styling/service';
import type { App } from './create-app.ts';
import { errorBody, JSON_TYPE, requestIdHeader, SEND_TIMEOUT_MS } from './send.ts';

/** Address and limits of a server; times in milliseconds. */
export type ListenOptions = {
  /** 0: any free port. */
  port: number;
  /** Default: all interfaces. */
  host?: string | undefined;
  /** Maximum time of `close()` before it cuts off running requests. */
  closeTimeoutMs?: number;
  /** Time-out for receiving a whole request. */
  requestTimeoutMs?: number;
  /** Time-out for sending a whole response. */
  sendTimeoutMs?: number;
  /** Connections at once; further ones are closed immediately. */
  maxConnections?: number;
};

/** A server that accepts requests. */
export type Listening = {
  readonly port: number;
  /** Stops accepting, lets running requests finish (up to `closeTimeoutMs`), closes every connection. */
  close(): Promise<void>;
};

/**
 * Serves `app` over HTTP. Idle connections are kept for 160 s, longer than by common load balancers, so that this side never
 * closes a connection on which a request is arriving.
 *
 * @throws Error naming the port when it is taken
 */
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
    // A client that does not read must not keep its response in memory: from when it is complete, its connection is cut in time.
    response.once('prefinish', () => {
      const timer = setTimeout(() => response.destroy(), sendTimeoutMs);
      response.once('close', () => clearTimeout(timer));
    });
    app.handle(request, response);
  };
  server.on('request', serve);
  // An unknown `Expect` may be ignored (RFC 9110, section 10.1.1); Node's own refusal is not JSON.
  server.on('checkExpectation', serve);
  // Without a listener a CONNECT would be closed without a response.
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

/** Details of a refusal, by Node's error code. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'the request took too long to arrive',
  HPE_HEADER_OVERFLOW: 'the headers are too long',
};

/** Responds to bytes that are not an HTTP request (or arrived too slowly) and closes the connection. */
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

/** Tracks which connections of a server have a request in progress, so that it can be closed gracefully. */
class OpenConnections {
  /** Connections whose next bytes are not a valid request, to be closed after the responses to those before. */
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

  /** To be called for every request before it is handled. */
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

  /** The responses that `socket` waits for. */
  responsesOf(socket: Duplex): ServerResponse[] {
    return [...this.#running].filter(({ req }) => req.socket === socket);
  }

  /** Closes every connection once it is idle, and all of them after `timeoutMs` milliseconds. */
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

  /** Unlike `server.closeIdleConnections()`, also closes connections on which no request was ever made. */
  #closeIdle(): void {
    const busy = new Set([...this.#running].map(({ req }) => req.socket));
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroySoon();
  }
}
