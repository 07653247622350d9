import type { IncomingMessage, ServerResponse } from 'node:http';

type Headers = Readonly<Record<string, string>>;

/** An injected fault: no response, a connection reset, a body that is not JSON, or an error response. */
export type Fault =
  | 'hang'
  | 'reset'
  | 'garbage'
  | { readonly status: number; readonly body: unknown; readonly headers?: Headers };

/** A response: JSON, bytes, or a fault. */
export type Answer = Fault | { readonly status: number; readonly bytes: Uint8Array; readonly type: string };

/** One HTTP request and its response. */
export class Exchange {
  readonly method: string;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, origin: string) {
    this.method = request.method ?? 'GET';
    this.url = new URL(request.url ?? '/', origin);
    this.request = request;
    this.#response = response;
  }

  /** A header's value, or an empty string. */
  header(name: string): string {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : '';
  }

  async body(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** The parsed body; undefined if it is not JSON. */
  async json(): Promise<unknown> {
    try {
      return JSON.parse((await this.body()).toString());
    } catch {
      return undefined;
    }
  }

  /** Sends the response; `hang` sends none. */
  answer(answer: Answer): void {
    if (answer === 'hang') return;
    if (answer === 'reset') this.request.socket.resetAndDestroy();
    else if (answer === 'garbage') this.#send(200, Buffer.from('<html>Bad <b>gateway'), 'application/json');
    else if ('bytes' in answer) this.#send(answer.status, answer.bytes, answer.type);
    else this.#send(answer.status, Buffer.from(JSON.stringify(answer.body)), 'application/json', answer.headers);
  }

  #send(status: number, bytes: Uint8Array, type: string, headers: Headers = {}): void {
    this.#response.writeHead(status, { 'content-type': type, ...headers });
    this.#response.end(bytes);
  }
}
