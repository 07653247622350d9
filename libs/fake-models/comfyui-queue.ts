import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { neededBy, type Prompt } from './comfyui-nodes.ts';
import { digestOf, paint } from './made-up.ts';

/** How the stand-in runs one prompt. Anything left out succeeds at once. */
export type RunBehaviour = {
  readonly takesMs?: number;
  /** Runs until it is interrupted, or `release` is called. */
  readonly holds?: boolean;
  readonly throws?: { readonly type: string; readonly message: string };
  readonly saves?: Uint8Array;
  readonly savesNothing?: boolean;
};

/** Runs until it is interrupted or released. */
export const held = (): RunBehaviour => ({ holds: true });
/** Fails as a GPU without enough memory. */
export const outOfMemory = (): RunBehaviour => ({
  throws: { type: 'torch.OutOfMemoryError', message: 'Allocation on device 0 would exceed allowed memory.' },
});
/** Fails with a message that quotes its inputs, as nodes do. */
export const brokenNode = (quoting: string): RunBehaviour => ({
  throws: { type: 'RuntimeError', message: `cannot encode: ${quoting}` },
});

/** A prompt in the queue: number, id, prompt, extra data, outputs. */
type QueueItem = readonly [number, string, Prompt, object, readonly string[]];
type Queued = {
  readonly item: QueueItem;
  readonly behaviour: RunBehaviour;
  readonly stopping: AbortController;
  readonly released: PromiseWithResolvers<void>;
};

/** One prompt runs at a time; what finished is in the history. A restart loses all of it. */
export class PromptQueue {
  readonly history = new Map<string, object>();
  #pending: Queued[] = [];
  #running: Queued | undefined;
  /** Files by `folder/subfolder/name`. */
  readonly #files: Map<string, Uint8Array>;

  constructor(files: Map<string, Uint8Array>) {
    this.#files = files;
  }

  get running(): readonly QueueItem[] {
    return this.#running ? [this.#running.item] : [];
  }

  get pending(): readonly QueueItem[] {
    return this.#pending.map(({ item }) => item);
  }

  put(item: QueueItem, behaviour: RunBehaviour): void {
    const released = Promise.withResolvers<void>();
    this.#pending.push({ item, behaviour, stopping: new AbortController(), released });
    this.#next();
  }

  delete(ids: readonly string[]): void {
    this.#pending = this.#pending.filter(({ item }) => !ids.includes(item[1]));
  }

  /** @param id of the only prompt that may be interrupted; without it whatever runs */
  interrupt(id: unknown): void {
    if (id === undefined || this.#running?.item[1] === id) this.#running?.stopping.abort();
  }

  release(): void {
    this.#running?.released.resolve();
  }

  restart(): void {
    this.#pending = [];
    const running = this.#running;
    this.#running = undefined;
    running?.stopping.abort();
    this.history.clear();
  }

  #next(): void {
    if (this.#running) return;
    const running = this.#pending.shift();
    if (!running) return;
    this.#running = running;
    void this.#run(running).then((ended) => {
      if (this.#running !== running) return;
      this.history.set(running.item[1], ended);
      this.#running = undefined;
      this.#next();
    });
  }

  async #run({ item, behaviour, stopping: { signal }, released }: Queued): Promise<object> {
    const [, prompt_id, prompt, , [output = '']] = item;
    const { takesMs = 0, holds, throws, saves, savesNothing } = behaviour;
    const messages: [type: string, data: object][] = [];
    const ended = (type: string, about: object, images?: readonly object[]) => {
      messages.push([type, { prompt_id, ...about }]);
      const status_str = images ? 'success' : 'error';
      const outputs = images ? { [output]: { images } } : {};
      return { prompt: item, outputs, status: { status_str, completed: images !== undefined, messages } };
    };
    const nodes = neededBy(prompt, output);
    const node = nodes.find((id) => prompt[id]?.class_type.startsWith('Sampler')) ?? output;
    const about = { node_id: node, node_type: prompt[node]?.class_type, executed: [] };
    await sleep(takesMs, undefined, { signal }).catch(() => {});
    if (holds && !signal.aborted) {
      const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await Promise.race([released.promise, stopped]);
    }
    if (signal.aborted) return ended('execution_interrupted', about);
    try {
      if (throws) throw Object.assign(new Error(throws.message), { name: throws.type });
      const bytes = saves ?? (await this.#paint(prompt, output));
      const { class_type, inputs } = prompt[output] ?? {};
      const isSaved = class_type === 'SaveImage';
      const prefix = isSaved ? String(inputs?.filename_prefix) : 'ComfyUI_temp';
      const images = savesNothing ? [] : [this.#save(isSaved ? 'output' : 'temp', prefix, bytes)];
      return ended('execution_success', {}, images);
    } catch (error) {
      const { name, message } = error as Error;
      const current_inputs = prompt[node]?.inputs;
      return ended('execution_error', { ...about, exception_type: name, exception_message: message, current_inputs });
    }
  }

  /** Stores a picture under the next number of its prefix, as SaveImage does. */
  #save(folder: 'output' | 'temp', prefix: string, bytes: Uint8Array): object {
    const number = [...this.#files.keys()].filter((path) => path.startsWith(`${folder}/${prefix}_`)).length + 1;
    const filename = `${prefix}_${String(number).padStart(5, '0')}_.png`;
    this.#files.set(`${folder}/${filename}`, bytes);
    return { filename, subfolder: '', type: folder };
  }

  /** A PNG of the empty latent's size: the first loaded picture, mirrored and tinted by all other inputs. */
  async #paint(prompt: Prompt, output: string): Promise<Buffer> {
    const nodes = neededBy(prompt, output).flatMap((id) => prompt[id] ?? []);
    const isLoader = ({ class_type }: { class_type: string }) => class_type === 'LoadImage';
    const [selfie, ...others] = nodes.filter(isLoader).map(({ inputs }) => this.#files.get(`input/${inputs.image}`));
    const literals = nodes
      .filter((node) => !isLoader(node))
      .flatMap(({ inputs }) => Object.values(inputs).filter((input) => !Array.isArray(input)));
    const picture = await paint([...literals, ...others.map(digestOf)].join('\n'), selfie, { format: 'png' });
    const { width, height } = nodes.find(({ class_type }) => class_type === 'EmptyFlux2LatentImage')?.inputs ?? {};
    const size = width === undefined ? {} : { width: Number(width), height: Number(height) };
    return sharp(picture)
      .resize({ ...size, fit: 'fill' })
      .png()
      .toBuffer();
  }
}
