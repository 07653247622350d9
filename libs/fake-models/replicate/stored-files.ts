import { randomUUID } from 'node:crypto';
import type { Answer, Received } from '../exchange.ts';
import { refusals } from './bodies.ts';

/** Files uploaded by clients as inputs, and files delivered by models. */
export class StoredFiles {
  readonly #inputs = new Map<string, Uint8Array>();
  /** The answers to a download, in order; the last one is repeated. */
  readonly #deliveries = new Map<string, Answer[]>();
  readonly #origin: string;
  /** Answers to the next uploads and removals, in order, in place of the right ones; an upload is stored nevertheless. */
  readonly faults: { uploads: Answer[]; removals: Answer[] } = { uploads: [], removals: [] };

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Number of uploaded files that were not removed. */
  get inputs(): number {
    return this.#inputs.size;
  }

  /** Forgets uploads and faults. */
  reset(): void {
    this.#inputs.clear();
    this.faults.uploads = [];
    this.faults.removals = [];
  }

  /** POST /v1/files: multipart with the file as `content`. */
  async upload({ headers, body }: Received): Promise<Answer> {
    const type = headers['content-type'] ?? '';
    const sent = new Response(new Uint8Array(body), { headers: { 'content-type': type } });
    const content = await sent.formData().then(
      (form) => form.get('content'),
      () => null,
    );
    if (!(content instanceof Blob)) return { status: 400, body: { detail: 'Missing content', status: 400 } };
    const id = randomUUID();
    this.#inputs.set(id, await content.bytes());
    const urls = { get: `${this.#origin}/v1/files/${id}` };
    const fault = this.faults.uploads.shift();
    if (fault) return fault;
    return {
      status: 201,
      body: { id, name: 'input', content_type: content.type, size: content.size, metadata: {}, urls },
    };
  }

  /** DELETE /v1/files/{id} */
  remove(id: string): Answer {
    const fault = this.faults.removals.shift();
    if (fault) return fault;
    return this.#inputs.delete(id) ? { status: 204, body: undefined } : refusals.notFound;
  }

  /** Fetches an input for a model: an uploaded file, a data URI, or anything on the web. */
  async fetchInput(url: string): Promise<Uint8Array> {
    const uploaded = this.#inputs.get(url.replace(`${this.#origin}/v1/files/`, ''));
    if (uploaded) return uploaded;
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.bytes();
  }

  /** Stores a file for delivery and returns its URL. @param label its file extension and media type, right or wrong */
  deliver(body: Uint8Array, label: 'jpeg' | 'png', faults: readonly Answer[] = []): string {
    const name = `${randomUUID()}/output.${label === 'jpeg' ? 'jpg' : label}`;
    this.#deliveries.set(name, [...faults, { status: 200, body, headers: { 'content-type': `image/${label}` } }]);
    return `${this.#origin}/delivery/${name}`;
  }

  /** GET /delivery/{name} */
  download(name: string): Answer {
    const answers = this.#deliveries.get(name) ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? refusals.notFound;
  }
}
