import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** The web sockets of clients, by their id: a message to a client without one is lost, as in ComfyUI. */
export class Sockets {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #sockets = new Map<string, WebSocket>();
  /** Sockets opened. */
  opened = 0;

  /** GET /ws?clientId= */
  open(request: IncomingMessage, socket: Duplex, head: Buffer, clientId: string | null, status: object): void {
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      const sid = clientId ?? randomUUID();
      this.opened++;
      this.#sockets.set(sid, opened);
      opened.on('close', () => {
        if (this.#sockets.get(sid) === opened) this.#sockets.delete(sid);
      });
      opened.on('error', () => {});
      this.send(sid, 'status', { status, sid });
    });
  }

  send(clientId: string | undefined, type: string, data: object): void {
    this.#sockets.get(clientId ?? '')?.send(JSON.stringify({ type, data }));
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets.values()) socket.terminate();
    this.#sockets.clear();
  }
}
