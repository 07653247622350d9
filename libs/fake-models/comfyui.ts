import { objectInfo, type Prompt, validate } from './comfyui-nodes.ts';
import { PromptQueue, type RunBehaviour } from './comfyui-queue.ts';
import { type Answer, type FakeResponse, formOf, jsonOf, type Received } from './exchange.ts';

/** A route, such as `POST /prompt`, `GET /history` for that of one prompt, or `GET /view`. */
export type ComfyRoute =
  `${'GET' | 'POST'} /${'upload/image' | 'prompt' | 'history' | 'view' | 'queue' | 'interrupt' | 'object_info'}`;
/** `after`: what was asked for is done first; `half`: half of the body arrives; `pass`: no fault. */
export type ComfyFault = Answer | 'reset after' | 'hang after' | 'half' | 'pass';

const json = (body: unknown): FakeResponse => ({ status: 200, body });
const raw = (status: number, body: Uint8Array | string = ''): FakeResponse => ({ status, body: Buffer.from(body) });
const pathOf = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('/');

/** The part of ComfyUI's HTTP API in use. */
export class FakeComfyui {
  /** Files by `folder/subfolder/name`: nothing is ever deleted over the API, but a file can be overwritten. */
  readonly files = new Map<string, Uint8Array>();
  readonly counts: Partial<Record<ComfyRoute, number>> = {};
  readonly prompts: { readonly id: string; readonly prompt: Prompt }[] = [];
  readonly queue = new PromptQueue(this.files);
  readonly #takesMs: number;
  #faults: Partial<Record<ComfyRoute, ComfyFault[]>> = {};
  #runs: RunBehaviour[] = [];

  constructor(takesMs: number) {
    this.#takesMs = takesMs;
  }

  /** Sets the faults of the next requests, one each. */
  script(faults: Partial<Record<ComfyRoute, readonly ComfyFault[]>>): void {
    this.#faults = Object.fromEntries(Object.entries(faults).map(([route, answers]) => [route, [...answers]]));
  }

  run(behaviours: readonly RunBehaviour[]): void {
    this.#runs = [...behaviours];
  }

  reset(): void {
    this.queue.restart();
    this.files.clear();
    this.prompts.length = 0;
    this.#faults = {};
    this.#runs = [];
    for (const route of Object.keys(this.counts)) delete this.counts[route as ComfyRoute];
  }

  /** Handles a request; `path` is without the prefix it is mounted at. */
  async handle(received: Received, path: string): Promise<Answer> {
    const route = `${received.method} ${path.replace(/^(\/(?:history|object_info))\/.*/, '$1')}` as ComfyRoute;
    this.counts[route] = (this.counts[route] ?? 0) + 1;
    const fault = this.#faults[route]?.shift() ?? 'pass';
    if (typeof fault === 'object' || ['hang', 'reset', 'garbage'].includes(fault)) return fault as Answer;
    const answer = await this.#answer(route, received, path.split('/')[2] ?? '');
    if (fault === 'half') return { ...answer, cutAfter: 1_000 };
    return fault === 'pass' ? answer : fault === 'reset after' ? 'reset' : 'hang';
  }

  async #answer(route: ComfyRoute, received: Received, name: string): Promise<FakeResponse> {
    const sent = (jsonOf(received) ?? {}) as Record<string, unknown>;
    const deleted = Array.isArray(sent.delete) ? sent.delete.map(String) : [];
    switch (route) {
      case 'GET /object_info':
        return json(objectInfo(name));
      case 'POST /upload/image':
        return this.#upload(received);
      case 'GET /view': {
        const { filename, subfolder, type } = Object.fromEntries(received.url.searchParams);
        const body = this.files.get(pathOf(type, subfolder, filename));
        return body ? raw(200, body) : raw(404);
      }
      case 'GET /queue':
        return json({ queue_running: this.queue.running, queue_pending: this.queue.pending });
      case 'GET /history': {
        const entry = this.queue.history.get(name);
        return json(entry ? { [name]: entry } : {});
      }
      case 'POST /prompt':
        return this.#prompt(sent);
      case 'POST /queue':
        this.queue.delete(deleted);
        return raw(200);
      case 'POST /history':
        for (const id of deleted) this.queue.history.delete(id);
        return raw(200);
      case 'POST /interrupt':
        this.queue.interrupt(sent.prompt_id);
        return raw(200);
      default:
        return raw(404, '404: Not Found');
    }
  }

  /** Stores a picture: multipart with `image`, `subfolder`, `type`, `overwrite`. */
  async #upload(received: Received): Promise<FakeResponse> {
    const form = await formOf(received);
    const image = form.get('image');
    const [type, subfolder] = [form.get('type') ?? 'input', form.get('subfolder') ?? ''].map(String);
    if (!(image instanceof File) || form.get('overwrite') !== 'true') return raw(400);
    this.files.set(pathOf(type, subfolder, image.name), await image.bytes());
    return json({ name: image.name, subfolder, type });
  }

  #prompt({ prompt, prompt_id }: Record<string, unknown>): FakeResponse {
    const checked = validate((prompt ?? {}) as Prompt, (name) => this.files.has(`input/${name}`));
    if ('error' in checked) return { status: 400, body: checked.error };
    const id = String(prompt_id);
    const number = this.prompts.push({ id, prompt: prompt as Prompt });
    const behaviour = this.#runs.shift() ?? { takesMs: this.#takesMs };
    this.queue.put([number, id, prompt as Prompt, {}, [checked.output]], behaviour);
    return json({ prompt_id: id, number, node_errors: {} });
  }
}
