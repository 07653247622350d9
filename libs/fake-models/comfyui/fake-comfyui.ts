import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer, Received } from '../exchange.ts';
import { Folders } from './folders.ts';
import { objectInfo, type Prompt } from './nodes.ts';
import { PromptQueue } from './prompt-queue.ts';
import type { RunBehaviour } from './run-behaviour.ts';
import { Sockets } from './sockets.ts';
import { validate } from './validate.ts';

/** A route, such as `POST /prompt`, `GET /history` for that of one prompt, or `GET /ws`. */
export type ComfyRoute =
  `${'GET' | 'POST'} /${'upload/image' | 'prompt' | 'history' | 'view' | 'queue' | 'interrupt' | 'object_info' | 'system_stats' | 'ws'}`;
/** A fault in place of the response; `after`: what was asked for is done first; `half`: half of the body arrives; `pass`: no fault. */
export type ComfyFault = Answer | 'reset after' | 'hang after' | 'half' | 'pass';

const halved = (answer: Answer): Answer =>
  typeof answer === 'object' && answer.body instanceof Uint8Array
    ? { ...answer, cutAfter: Math.floor(answer.body.length / 2) }
    : answer;
const OK: Answer = { status: 200, body: Buffer.alloc(0), headers: { 'content-type': 'application/octet-stream' } };
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The part of ComfyUI's HTTP API that is used here, and its web socket. */
export class FakeComfyui {
  readonly folders = new Folders();
  /** Requests received, by route. */
  readonly counts: Partial<Record<ComfyRoute, number>> = {};
  /** Prompts that were queued, in order. */
  readonly prompts: { readonly id: string; readonly clientId: string | undefined; readonly prompt: Prompt }[] = [];
  /** Whether a client may choose the id of its prompt; older versions choose it themselves. */
  takesIds = true;
  readonly #sockets = new Sockets();
  readonly #queue = new PromptQueue(this.folders, (clientId, type, data) => this.#sockets.send(clientId, type, data));
  readonly #default: RunBehaviour;
  #faults: Partial<Record<ComfyRoute, ComfyFault[]>> = {};
  #runs: RunBehaviour[] = [];

  constructor(behaviour: RunBehaviour = {}) {
    this.#default = behaviour;
  }

  /** Sets the faults of the next requests to these routes, one each. */
  script(faults: Partial<Record<ComfyRoute, readonly ComfyFault[]>>): void {
    this.#faults = Object.fromEntries(Object.entries(faults).map(([route, answers]) => [route, [...answers]]));
  }

  /** Sets how the next prompts run, one each. */
  run(behaviours: readonly RunBehaviour[]): void {
    this.#runs = [...behaviours];
  }

  /** Everything in queue and history. */
  get queue(): Pick<PromptQueue, 'running' | 'pending' | 'history'> {
    return this.#queue;
  }

  release = (): void => this.#queue.release();
  cutSockets = (): void => this.#sockets.cut();
  get socketsOpened(): number {
    return this.#sockets.opened;
  }

  /** Loses queue, history and connections, but no file. */
  restart(): void {
    this.#queue.restart();
    this.#sockets.cut();
  }

  reset(): void {
    this.restart();
    this.folders.clear();
    this.prompts.length = 0;
    this.takesIds = true;
    this.#faults = {};
    this.#runs = [];
    for (const route of Object.keys(this.counts)) delete this.counts[route as ComfyRoute];
  }

  /** Handles a request; `path` is without the prefix it is mounted at. */
  async handle(received: Received, path: string): Promise<Answer> {
    const route = `${received.method} ${path.replace(/^(\/(?:history|object_info))\/.*/, '$1')}` as ComfyRoute;
    const fault = this.#count(route);
    switch (fault) {
      case undefined:
      case 'pass':
        return this.#answer(route, received, path);
      case 'half':
        return halved(await this.#answer(route, received, path));
      case 'reset after':
      case 'hang after':
        await this.#answer(route, received, path);
        return fault === 'reset after' ? 'reset' : 'hang';
      default:
        return fault;
    }
  }

  /** Opens a web socket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): void {
    const fault = this.#count('GET /ws');
    if (fault === 'hang') return;
    if (fault !== undefined && fault !== 'pass') socket.destroy();
    else this.#sockets.open(request, socket, head, url.searchParams.get('clientId'), this.#execInfo());
  }

  #count(route: ComfyRoute): ComfyFault | undefined {
    this.counts[route] = (this.counts[route] ?? 0) + 1;
    return this.#faults[route]?.shift();
  }

  #execInfo = () => ({ exec_info: { queue_remaining: this.#queue.running.length + this.#queue.pending.length } });

  async #answer(route: ComfyRoute, received: Received, path: string): Promise<Answer> {
    const name = path.split('/')[2];
    const json = (body: unknown): Answer => ({ status: 200, body });
    switch (route) {
      case 'GET /system_stats':
        return json({ system: { os: 'posix', comfyui_version: '0.36.0' }, devices: [{ name: 'none', type: 'cpu' }] });
      case 'GET /object_info':
        return json(objectInfo(name));
      case 'POST /upload/image':
        return this.folders.upload(received);
      case 'GET /view':
        return this.folders.view(received.url.searchParams);
      case 'GET /prompt':
        return json(this.#execInfo());
      case 'GET /queue':
        return json({ queue_running: this.#queue.running, queue_pending: this.#queue.pending });
      case 'GET /history': {
        const entry = this.#queue.history.get(name ?? '');
        return json(entry ? { [name ?? '']: entry } : {});
      }
      default:
        return this.#post(route, received);
    }
  }

  #post(route: ComfyRoute, { body }: Received): Answer {
    let sent: Record<string, unknown>;
    try {
      sent = body.length === 0 ? {} : JSON.parse(body.toString());
    } catch {
      return { status: 500, body: Buffer.from('500 Internal Server Error') };
    }
    const deleted = Array.isArray(sent.delete) ? sent.delete.map(String) : [];
    switch (route) {
      case 'POST /prompt':
        return this.#prompt(sent);
      case 'POST /queue':
        this.#queue.delete(deleted);
        return OK;
      case 'POST /history':
        for (const id of deleted) this.#queue.history.delete(id);
        return OK;
      case 'POST /interrupt':
        this.#queue.interrupt(typeof sent.prompt_id === 'string' ? sent.prompt_id : undefined);
        return OK;
      default:
        return { status: 404, body: Buffer.from('404: Not Found') };
    }
  }

  #prompt({ prompt, prompt_id, client_id }: Record<string, unknown>): Answer {
    if (typeof prompt !== 'object' || prompt === null) {
      const error = { type: 'no_prompt', message: 'No prompt provided', details: 'No prompt provided', extra_info: {} };
      return { status: 400, body: { error, node_errors: {} } };
    }
    if (this.takesIds && prompt_id !== undefined && !UUID.test(String(prompt_id))) {
      return {
        status: 400,
        body: { error: { type: 'invalid_prompt_id', message: 'Invalid prompt_id' }, node_errors: {} },
      };
    }
    const { outputs, error, nodeErrors } = validate(prompt as Prompt, this.folders);
    if (error) return { status: 400, body: { error, node_errors: nodeErrors } };
    const id = this.takesIds && prompt_id !== undefined ? String(prompt_id) : randomUUID();
    const clientId = typeof client_id === 'string' ? client_id : undefined;
    const number = this.prompts.push({ id, clientId, prompt: prompt as Prompt });
    const extra = clientId === undefined ? {} : { client_id: clientId };
    this.#queue.put([number, id, prompt as Prompt, extra, outputs], this.#runs.shift() ?? this.#default);
    return { status: 200, body: { prompt_id: id, number, node_errors: nodeErrors } };
  }
}
