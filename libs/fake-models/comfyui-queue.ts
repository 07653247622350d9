import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { neededBy, type Prompt } from './comfyui-nodes.ts';
import { digestOf, type PaintingFault, paint } from './made-up.ts';

/** How the stand-in runs one prompt. Anything left out succeeds at once. */
export type RunBehaviour = {
  readonly takesMs?: number;
  /** Runs until it is interrupted, or `release` is called. */
  readonly holds?: boolean;
  readonly throws?: { readonly type: string; readonly message: string };
  /** Null: nothing. */
  readonly saves?: Uint8Array | null;
  readonly paints?: PaintingFault;
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
  readonly left: PromiseWithResolvers<'interrupted' | 'released'>;
};

/** One prompt runs at a time; what finished is in the history. A restart loses all of it. */
export class PromptQueue {
  readonly history = new Map<string, object>();
  /** The first one runs. */
  #queued: Queued[] = [];
  /** Files by `folder/subfolder/name`. */
  readonly #files: Map<string, Uint8Array>;

  constructor(files: Map<string, Uint8Array>) {
    this.#files = files;
  }

  get running(): readonly QueueItem[] {
    return this.#queued.slice(0, 1).map(({ item }) => item);
  }

  get pending(): readonly QueueItem[] {
    return this.#queued.slice(1).map(({ item }) => item);
  }

  put(item: QueueItem, behaviour: RunBehaviour): void {
    const isFirst = this.#queued.push({ item, behaviour, left: Promise.withResolvers() }) === 1;
    if (isFirst) void this.#runAll();
  }

  /** Takes out those that wait. */
  delete(ids: readonly string[]): void {
    this.#queued = this.#queued.filter(({ item }, index) => index === 0 || !ids.includes(item[1]));
  }

  /** @param id of the only prompt that may be interrupted */
  interrupt(id: unknown): void {
    const [running] = this.#queued;
    if (running?.item[1] === id) running?.left.resolve('interrupted');
  }

  release(): void {
    this.#queued[0]?.left.resolve('released');
  }

  restart(): void {
    const [running] = this.#queued.splice(0);
    running?.left.resolve('interrupted');
    this.history.clear();
  }

  async #runAll(): Promise<void> {
    for (let running = this.#queued[0]; running; running = this.#queued[0]) {
      const ended = await this.#run(running);
      if (this.#queued[0] !== running) return;
      this.history.set(running.item[1], ended);
      this.#queued.shift();
    }
  }

  async #run({ item, behaviour, left }: Queued): Promise<object> {
    const [, prompt_id, prompt, , [output = '']] = item;
    const { takesMs = 0, holds, throws, saves, paints } = behaviour;
    const ended = (type: string, about: object, images?: readonly object[]) => ({
      prompt: item,
      outputs: images ? { [output]: { images } } : {},
      status: {
        status_str: images ? 'success' : 'error',
        completed: images !== undefined,
        messages: [[type, { prompt_id, ...about }]],
      },
    });
    const node = neededBy(prompt, output).find((id) => prompt[id]?.class_type.startsWith('Sampler')) ?? output;
    const about = { node_id: node, node_type: prompt[node]?.class_type, executed: [] };
    const how = await Promise.race([left.promise, ...(holds ? [] : [sleep(takesMs)])]);
    if (how === 'interrupted') return ended('execution_interrupted', about);
    if (throws) {
      const thrown = { exception_type: throws.type, exception_message: throws.message };
      return ended('execution_error', { ...about, ...thrown, current_inputs: prompt[node]?.inputs });
    }
    const images =
      saves === null ? [] : [this.#save(prompt[output], saves ?? (await this.#paint(prompt, output, paints)))];
    return ended('execution_success', {}, images);
  }

  /** Stores the picture of an output node. */
  #save(node: Prompt[string] | undefined, bytes: Uint8Array): object {
    const isSaved = node?.class_type === 'SaveImage';
    const prefix = isSaved ? String(node.inputs.filename_prefix) : 'ComfyUI_temp';
    const file = { filename: `${prefix}_${this.#files.size}_.png`, subfolder: '', type: isSaved ? 'output' : 'temp' };
    this.#files.set(`${file.type}/${file.filename}`, bytes);
    return file;
  }

  /** A PNG of the empty latent's size: the first loaded picture, mirrored and tinted by all other inputs. */
  async #paint(prompt: Prompt, output: string, fault: PaintingFault | undefined): Promise<Buffer> {
    const nodes = neededBy(prompt, output).flatMap((id) => prompt[id] ?? []);
    const isLoader = ({ class_type }: { class_type: string }) => class_type === 'LoadImage';
    const [selfie, ...others] = nodes.filter(isLoader).map(({ inputs }) => this.#files.get(`input/${inputs.image}`));
    const literals = nodes
      .filter((node) => !isLoader(node))
      .flatMap(({ inputs }) => Object.values(inputs).filter((input) => !Array.isArray(input)));
    const picture = await paint([...literals, ...others.map(digestOf)].join('\n'), selfie, { format: 'png', fault });
    if (fault === 'another aspect') return picture;
    const { width, height } = nodes.find(({ class_type }) => class_type === 'EmptyFlux2LatentImage')?.inputs ?? {};
    return sharp(picture)
      .resize(Number(width) || null, Number(height) || null, { fit: 'fill' })
      .png()
      .toBuffer();
  }
}
