import { randomUUID } from 'node:crypto';
import type { Answer, Exchange, Fault } from '../exchange.ts';
import { refusals } from './bodies.ts';

type StoredFile = { readonly bytes: Uint8Array; readonly type: string; readonly faults: Fault[] };

/** Files uploaded by clients as inputs, and files delivered by models. */
export class StoredFiles {
  readonly #inputs = new Map<string, StoredFile>();
  readonly #deliveries = new Map<string, StoredFile>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Number of uploaded files that were not removed. */
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

  /** Fetches an input for a model: an uploaded file, a data URI, or anything on the web. */
  async fetchInput(url: string): Promise<Uint8Array> {
    const sent = this.#inputs.get(url.replace(`${this.#origin}/v1/files/`, ''));
    if (sent) return sent.bytes;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.bytes();
  }

  /** Stores a file for delivery and returns its URL. @param label its file extension and media type, right or wrong */
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
