import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Knows which connections of a server wait for an answer and which do not, so that it can be closed gracefully. */
export class OpenConnections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #running = new Map<ServerResponse, Socket>();
  /** Connections of which the next bytes cannot be read as a request. */
  readonly #broken = new WeakSet<Socket>();
  #closing = false;

  constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** To be told of every request before it is handled. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#running.set(response, request.socket);
    if (this.#closing) response.shouldKeepAlive = false;
    response.once('close', () => {
      this.#running.delete(response);
      if (this.#broken.has(request.socket) && !this.#owesAnswer(request.socket)) request.socket.destroySoon();
      if (this.#closing) this.#closeIdle();
    });
  }

  /**
   * Lets a connection on which nothing more can be read go, once the requests that came whole before have their
   * answers: they may have been done.
   *
   * @returns whether there are such requests
   */
  closeAfterAnswers(socket: Socket): boolean {
    if (!this.#owesAnswer(socket)) return false;
    this.#broken.add(socket);
    return true;
  }

  /** Whether an answer is being written to `socket`. */
  isAnswering(socket: unknown): boolean {
    return [...this.#running].some(([response, its]) => its === socket && response.headersSent);
  }

  #owesAnswer(socket: Socket): boolean {
    return [...this.#running].some(([response, its]) => its === socket && response.req.complete);
  }

  /** Closes every connection once nothing runs on it; after `timeoutMs` milliseconds also where something does. */
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
