import { randomUUID } from 'node:crypto';
import type { Answer, Exchange, Fault } from '../exchange.ts';
import { refusals } from './bodies.ts';

type StoredFile = { readonly bytes: Uint8Array; readonly type: string; readonly faults: Fault[] };

/** Files: those that clients send as inputs, and those that models deliver. */
export class StoredFiles {
  readonly #inputs = new Map<string, StoredFile>();
  readonly #deliveries = new Map<string, StoredFile>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Files sent and not removed. */
  get inputs(): number {
    return this.#inputs.size;
  }

  /** POST /v1/files: multipart with the file as `content`. */
  async receive(exchange: Exchange): Promise<Answer> {
    const type = exchange.header('content-type');
    const form = await new Request(this.#origin, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(await exchange.body()),
    })
      .formData()
      .catch(() => undefined);
    const content = form?.get('content');
    if (!(content instanceof Blob)) return { status: 400, body: { detail: 'Missing content', status: 400 } };
    const id = randomUUID();
    this.#inputs.set(id, { bytes: await content.bytes(), type: content.type, faults: [] });
    const urls = { get: `${this.#origin}/v1/files/${id}` };
    return {
      status: 201,
      body: { id, name: 'input', content_type: content.type, size: content.size, metadata: {}, urls },
    };
  }

  /** DELETE /v1/files/{id} */
  remove(id: string): Answer {
    return this.#inputs.delete(id)
      ? { status: 204, bytes: Buffer.alloc(0), type: 'application/json' }
      : refusals.notFound;
  }

  /** What a model gets for an address: a file that was sent, a data URI, or whatever the web answers. */
  async fetchInput(url: string): Promise<Uint8Array> {
    const sent = this.#inputs.get(url.replace(`${this.#origin}/v1/files/`, ''));
    if (sent) return sent.bytes;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.bytes();
  }

  /** @param label ending and media type it is delivered under, whatever it is */
  deliver(bytes: Uint8Array, label: 'jpeg' | 'png', faults: readonly Fault[] = []): string {
    const name = `${randomUUID()}/output.${label === 'jpeg' ? 'jpg' : label}`;
    this.#deliveries.set(name, { bytes, type: `image/${label}`, faults: [...faults] });
    return `${this.#origin}/delivery/${name}`;
  }

  /** GET /delivery/... */
  send(name: string): Answer {
    const file = this.#deliveries.get(name);
    if (!file) return refusals.notFound;
    return file.faults.shift() ?? { status: 200, bytes: file.bytes, type: file.type };
  }
}
