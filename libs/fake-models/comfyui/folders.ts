import type { Answer, Received } from '../exchange.ts';

const folders = ['input', 'output', 'temp'] as const;
export type Folder = (typeof folders)[number];
/** A file as ComfyUI names it. */
export type FileName = { readonly filename: string; readonly subfolder: string; readonly type: Folder };

/** ComfyUI's folders: nothing is ever deleted over the API, but a file can be overwritten. */
export class Folders {
  readonly #files = new Map<string, Uint8Array>();

  /** All files by `folder/subfolder/name`. */
  get files(): ReadonlyMap<string, Uint8Array> {
    return this.#files;
  }

  clear(): void {
    this.#files.clear();
  }

  /** @param name with its subfolder, as the input of a node */
  has(folder: Folder, name: string): boolean {
    return this.#files.has(`${folder}/${name}`);
  }

  read(folder: Folder, name: string): Uint8Array | undefined {
    return this.#files.get(`${folder}/${name}`);
  }

  /** Stores a picture under the next number of its prefix, as SaveImage does. */
  save(folder: Folder, prefix: string, bytes: Uint8Array): FileName {
    const number = [...this.#files.keys()].filter((path) => path.startsWith(`${folder}/${prefix}_`)).length + 1;
    const filename = `${prefix}_${String(number).padStart(5, '0')}_.png`;
    this.#files.set(`${folder}/${filename}`, bytes);
    return { filename, subfolder: '', type: folder };
  }

  /** POST /upload/image: multipart with `image`, `subfolder`, `type`, `overwrite`. */
  async upload({ headers, body }: Received): Promise<Answer> {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => undefined);
    const image = form?.get('image');
    const folder = folders.find((known) => known === (form?.get('type') ?? 'input'));
    const subfolder = String(form?.get('subfolder') ?? '');
    if (!(image instanceof File) || image.name === '' || !folder) return { status: 400, body: Buffer.alloc(0) };
    if (`${subfolder}/${image.name}`.includes('..')) return { status: 400, body: Buffer.alloc(0) };
    const path = (name: string) => [folder, subfolder, name].filter(Boolean).join('/');
    let name = image.name;
    if (form?.get('overwrite') !== 'true') {
      for (let i = 1; this.#files.has(path(name)); i++) name = image.name.replace(/(\.\w+)?$/, ` (${i})$1`);
    }
    this.#files.set(path(name), await image.bytes());
    return { status: 200, body: { name, subfolder, type: folder } };
  }

  /** GET /view?filename&subfolder&type. The media type follows the name, whatever the bytes are. */
  view(parameters: URLSearchParams): Answer {
    const filename = parameters.get('filename') ?? '';
    const folder = folders.find((known) => known === (parameters.get('type') ?? 'output'));
    if (!folder || filename.startsWith('/') || filename.includes('..')) return { status: 400, body: Buffer.alloc(0) };
    const body = this.read(folder, [parameters.get('subfolder'), filename].filter(Boolean).join('/'));
    if (!body) return { status: 404, body: Buffer.alloc(0) };
    const type = filename.endsWith('.png') ? 'image/png' : 'image/jpeg';
    return { status: 200, body, headers: { 'content-type': type } };
  }
}
