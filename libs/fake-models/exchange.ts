import type { IncomingMessage, ServerResponse } from 'node:http';

type Headers = Readonly<Record<string, string>>;

/** A way not to answer: never, by a broken connection, with something that is not JSON, or with an error. */
export type Fault =
  | 'hang'
  | 'reset'
  | 'garbage'
  | { readonly status: number; readonly body: unknown; readonly headers?: Headers };

/** What a request is answered with: JSON, bytes, or not at all. */
export type Answer = Fault | { readonly status: number; readonly bytes: Uint8Array; readonly type: string };

/** One HTTP request and the way to answer it. */
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

  /** A header's value, empty without one. */
  header(name: string): string {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : '';
  }

  async body(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  /** Undefined when the body is not JSON. */
  async json(): Promise<unknown> {
    try {
      return JSON.parse((await this.body()).toString());
    } catch {
      return undefined;
    }
  }

  /** Answers; a hanging request is simply left alone. */
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
