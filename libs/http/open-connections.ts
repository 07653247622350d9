import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Tracks which connections of a server have a request in progress, so that it can be closed gracefully. */
export class OpenConnections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #running = new Map<ServerResponse, Socket>();
  /** Connections whose next bytes are not a valid request. */
  readonly #broken = new WeakSet<Socket>();
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** To be called for every request before it is handled. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#running.set(response, request.socket);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.#running.delete(response);
      if (this.#broken.has(request.socket) && !this.#owesResponse(request.socket)) request.socket.destroySoon();
      if (this.#closing) this.#closeIdle();
    });
  }

  /** Closes a broken connection once its complete requests have their responses; returns whether there are any. */
  closeAfterResponses(socket: Socket): boolean {
    if (!this.#owesResponse(socket)) return false;
    this.#broken.add(socket);
    return true;
  }

  /** Whether a response is being written to `socket`. */
  isResponding(socket: unknown): boolean {
    return [...this.#running].some(([response, its]) => its === socket && response.headersSent);
  }

  #owesResponse(socket: Socket): boolean {
    return [...this.#running].some(([response, its]) => its === socket && response.req.complete);
  }

  /** Closes every connection once it is idle, and all of them after `timeoutMs` milliseconds. */
  async close(timeoutMs: number): Promise<void> {
    this.#closing = true;
    const timer = setTimeout(() => this.#server.closeAllConnections(), timeoutMs);
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      for (const response of this.#running.keys()) response.shouldKeepAlive = false;
      this.#closeIdle();
    });
    clearTimeout(timer);
  }

  /** Unlike `server.closeIdleConnections()`, also closes connections on which no request was ever made. */
  #closeIdle(): void {
    const busy = new Set(this.#running.values());
    for (const socket of this.#sockets) if (!busy.has(socket)) socket.destroySoon();
  }
}
