import { setTimeout as sleep } from 'node:timers/promises';
import type { FileName, Folders } from './folders.ts';
import { makePicture } from './make-picture.ts';
import { neededBy, type Prompt } from './nodes.ts';
import type { RunBehaviour } from './run-behaviour.ts';

/** A prompt in the queue: number, id, prompt, extra data, outputs. */
export type QueueItem = readonly [number, string, Prompt, { readonly client_id?: string }, readonly string[]];
type Queued = { readonly item: QueueItem; readonly behaviour: RunBehaviour };
type Message = readonly [type: string, data: object];
type HistoryEntry = {
  readonly prompt: QueueItem;
  readonly outputs: Readonly<Record<string, { readonly images: readonly FileName[] }>>;
  readonly status: { readonly status_str: string; readonly completed: boolean; readonly messages: readonly Message[] };
  readonly meta: object;
};
type Running = Queued & { readonly stopping: AbortController; readonly released: PromiseWithResolvers<void> };

/** Sends the client of a prompt a message over its web socket. */
export type Notify = (clientId: string | undefined, type: string, data: object) => void;

const STEPS = 4;
const EMPTY = { outputs: {}, meta: {} };

/** ComfyUI's queue: one prompt runs at a time; what finished is in the history. All of it is lost in a restart. */
export class PromptQueue {
  readonly history = new Map<string, HistoryEntry>();
  #pending: Queued[] = [];
  #running: Running | undefined;
  readonly #folders: Folders;
  readonly #notify: Notify;

  constructor(folders: Folders, notify: Notify) {
    this.#folders = folders;
    this.#notify = notify;
  }

  get running(): readonly QueueItem[] {
    return this.#running ? [this.#running.item] : [];
  }

  get pending(): readonly QueueItem[] {
    return this.#pending.map(({ item }) => item);
  }

  put(item: QueueItem, behaviour: RunBehaviour): void {
    this.#pending.push({ item, behaviour });
    this.#next();
  }

  delete(ids: readonly string[]): void {
    this.#pending = this.#pending.filter(({ item }) => !ids.includes(item[1]));
  }

  /** @param id of the only prompt that may be interrupted; without it whatever runs */
  interrupt(id: string | undefined): void {
    if (id === undefined || this.#running?.item[1] === id) this.#running?.stopping.abort();
  }

  /** Lets the prompt that is held finish. */
  release(): void {
    this.#running?.released.resolve();
  }

  /** Forgets everything, as a restart does. */
  restart(): void {
    this.#pending = [];
    const running = this.#running;
    this.#running = undefined;
    running?.stopping.abort();
    this.history.clear();
  }

  #next(): void {
    if (this.#running) return;
    const next = this.#pending.shift();
    if (!next) return;
    const running = { ...next, stopping: new AbortController(), released: Promise.withResolvers<void>() };
    this.#running = running;
    void this.#run(running).then((ended) => {
      if (this.#running !== running) return;
      this.history.set(next.item[1], ended);
      this.#running = undefined;
      this.#notify(next.item[3].client_id, 'executing', { node: null, prompt_id: next.item[1] });
      this.#next();
    });
  }

  async #run({ item, behaviour, stopping, released }: Running): Promise<HistoryEntry> {
    const [, prompt_id, prompt, { client_id }, [output = '']] = item;
    const messages: Message[] = [];
    const say = (type: string, data: object) => {
      messages.push([type, { prompt_id, ...data }]);
      this.#notify(client_id, type, { prompt_id, ...data });
    };
    const end = (status_str: string, images?: readonly FileName[]): HistoryEntry => ({
      ...EMPTY,
      prompt: item,
      ...(images && { outputs: { [output]: { images } } }),
      status: { status_str, completed: status_str === 'success', messages },
    });
    say('execution_start', {});
    const nodes = neededBy(prompt, output);
    const sampler = nodes.find((id) => prompt[id]?.class_type.startsWith('Sampler')) ?? output;
    const about = { node_id: sampler, node_type: prompt[sampler]?.class_type, executed: [] };
    for (const node of nodes) {
      this.#notify(client_id, 'executing', { node, display_node: node, prompt_id });
      if (node !== sampler) continue;
      await this.#sample(item, sampler, behaviour, stopping.signal, released.promise);
      if (stopping.signal.aborted) {
        say('execution_interrupted', about);
        return end('error');
      }
    }
    try {
      if (behaviour.throws) throw Object.assign(new Error(behaviour.throws.message), { name: behaviour.throws.type });
      const bytes = behaviour.saves ?? (await makePicture(prompt, output, this.#folders));
      const { class_type, inputs } = prompt[output] ?? { class_type: '', inputs: {} };
      const isSaved = class_type === 'SaveImage';
      const images = behaviour.savesNothing
        ? []
        : [
            this.#folders.save(
              isSaved ? 'output' : 'temp',
              isSaved ? String(inputs.filename_prefix) : 'ComfyUI_temp',
              bytes,
            ),
          ];
      this.#notify(client_id, 'executed', { node: output, output: { images }, prompt_id });
      say('execution_success', {});
      return end('success', images);
    } catch (error) {
      const { name, message } = error as Error;
      const inputs = prompt[sampler]?.inputs;
      say('execution_error', { ...about, exception_type: name, exception_message: message, current_inputs: inputs });
      return end('error');
    }
  }

  async #sample(
    [, prompt_id, , { client_id }]: QueueItem,
    node: string,
    { takesMs = 0, holds }: RunBehaviour,
    signal: AbortSignal,
    released: Promise<void>,
  ): Promise<void> {
    for (let value = 1; value <= STEPS && !signal.aborted; value++) {
      await sleep(takesMs / STEPS, undefined, { signal }).catch(() => {});
      this.#notify(client_id, 'progress', { value, max: STEPS, prompt_id, node });
    }
    if (holds && !signal.aborted) {
      await Promise.race([
        released,
        new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true })),
      ]);
    }
  }
}
