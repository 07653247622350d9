import { z } from 'zod';
import { type CallOptions, connectAttempts, type Pausing, type Seen, VendorError, vendorName } from '../frame/index.ts';

/** A file as ComfyUI names it, in its folder `type`: `input`, `output` or `temp`. */
export type ComfyFile = { readonly filename: string; readonly subfolder: string; readonly type: string };

/** Connects to the server at `url`; each call is one request. ComfyUI has no credentials. */
export function connectApi(url: string) {
  const base = url.replace(/\/+$/, '');
  const { attempt, close } = connectAttempts();
  const get = (path: string, options: CallOptions) => attempt(`${base}${path}`, { method: 'GET', ...options });
  const post = (path: string, body: object, options: CallOptions) =>
    attempt(`${base}${path}`, { method: 'POST', body, ...options });
  return {
    upload({ filename, subfolder, type }: ComfyFile, bytes: Uint8Array, mimeType: string, options: CallOptions) {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(bytes)], { type: mimeType }), filename);
      form.append('subfolder', subfolder);
      form.append('type', type);
      form.append('overwrite', 'true');
      return post('/upload/image', form, options);
    },
    /** Queues a prompt under an id of ours. */
    prompt: (prompt: object, id: string, options: CallOptions) =>
      post('/prompt', { prompt, prompt_id: id, client_id: id }, options),
    history: (id: string, options: CallOptions) => get(`/history/${encodeURIComponent(id)}`, options),
    queue: (options: CallOptions) => get('/queue', options),
    view: (file: ComfyFile, options: CallOptions) => get(`/view?${new URLSearchParams(file)}`, options),
    objectInfo: (classType: string, options: CallOptions) =>
      get(`/object_info/${encodeURIComponent(classType)}`, options),
    unqueue: (id: string, options: CallOptions) => post('/queue', { delete: [id] }, options),
    interrupt: (id: string, options: CallOptions) => post('/interrupt', { prompt_id: id }, options),
    /** Forgets an ended prompt, with its texts. */
    forget: (id: string, options: CallOptions) => post('/history', { delete: [id] }, options),
    close,
  };
}

export type ComfyDependencies = Pausing & {
  readonly api: ReturnType<typeof connectApi>;
  readonly timeoutMs: number;
};

/** A picture or an error, and all pictures left at the server. */
export type Ended = { readonly result: ComfyFile | VendorError; readonly left: readonly ComfyFile[] };

const file = z.object({
  filename: z.string().min(1),
  subfolder: z.string().default(''),
  type: z.string().default('output'),
});
const output = z.object({ images: z.array(file).min(1) });
const entry = z.object({
  outputs: z.record(z.string(), z.unknown()).catch({}),
  status: z
    .object({ status_str: z.string().catch(''), messages: z.array(z.tuple([z.string(), z.unknown()])).catch([]) })
    .nullish()
    .catch(null),
});
const failure = z.object({ node_type: z.string().catch(''), exception_type: z.string().catch('') });
const queueItem = z.tuple([z.unknown(), z.string()], z.unknown());
const queue = z.object({ queue_running: z.array(queueItem), queue_pending: z.array(queueItem) });

/**
 * Reads from `GET /history/{id}` how a prompt ended; undefined while it has not, or if it is unknown: the response is
 * the same. The first picture of `node` is the result. No exception texts: nodes quote their inputs in them.
 */
export function readHistory(body: unknown, id: string, node: string): Ended | undefined {
  const found = z.record(z.string(), z.unknown()).safeParse(body).data?.[id];
  if (found === undefined) return undefined;
  const { outputs, status } = entry.safeParse(found).data ?? { outputs: {}, status: null };
  const left = Object.values(outputs).flatMap((one) => output.safeParse(one).data?.images ?? []);
  return { result: resultOf(output.safeParse(outputs[node]).data?.images[0], status), left };
}

function resultOf(made: ComfyFile | undefined, status: z.output<typeof entry>['status']): Ended['result'] {
  const messages = new Map(status?.messages ?? []);
  if (messages.has('execution_interrupted')) return new VendorError('failed', 'interrupted at the server');
  if (messages.has('execution_error') || status?.status_str === 'error') {
    const { node_type = '', exception_type = '' } = failure.safeParse(messages.get('execution_error')).data ?? {};
    // The server has unloaded its models by then.
    const retryable = /OutOfMemory/i.test(exception_type);
    const code = `${vendorName(node_type)}:${vendorName(exception_type)}`;
    return new VendorError('failed', 'a node failed', { code, retryable });
  }
  return made ?? new VendorError('failed', 'the output node gave no picture');
}

/** Reads where a prompt that is not in the history is, from `GET /queue`; undefined if that is unreadable. */
export function readQueue(body: unknown, id: string): 'running' | 'pending' | 'unseen' | undefined {
  const parsed = queue.safeParse(body).data;
  if (!parsed) return undefined;
  if (parsed.queue_running.some(([, running]) => running === id)) return 'running';
  return parsed.queue_pending.some(([, pending]) => pending === id) ? 'pending' : 'unseen';
}

/** Progress while a prompt waits, and while it runs. */
const STARTED = { pending: 0.05, running: 0.15 };
const LOOK_TIMEOUT_MS = 10_000;
const TAKE_BACK_TIMEOUT_MS = 5_000;

/** Looks once where a prompt is: in the history, else in the queue. The first picture of `node` is the result. */
export async function findPrompt(
  { api, timeoutMs }: Pick<ComfyDependencies, 'api' | 'timeoutMs'>,
  id: string,
  node: string,
  signal?: AbortSignal,
): Promise<Seen<Ended>> {
  const options = { timeoutMs: Math.min(timeoutMs, LOOK_TIMEOUT_MS), signal };
  const history = await api.history(id, options);
  if (history.outcome !== 'answered' || history.status >= 300) return { is: 'unclear' };
  const end = readHistory(history.body, id, node);
  if (end) return { is: 'ended', end };
  const queue = await api.queue(options);
  const place = queue.outcome === 'answered' && queue.status < 300 ? readQueue(queue.body, id) : undefined;
  if (place === undefined) return { is: 'unclear' };
  if (place !== 'unseen') return { is: 'running', fraction: STARTED[place] };
  return { is: 'missing', error: new VendorError('unavailable', 'the server does not know the prompt any more') };
}

/** Takes a prompt out of the queue, or interrupts it; logs a failure: it then runs to its end for nobody. */
export async function cancelPrompt({ api, log }: Pick<ComfyDependencies, 'api' | 'log'>, id: string): Promise<void> {
  const options = { timeoutMs: TAKE_BACK_TIMEOUT_MS };
  // In this order: a prompt that began to run meanwhile is interrupted.
  const replies = [await api.unqueue(id, options), await api.interrupt(id, options)];
  const outcomes = replies.map((reply) => (reply.outcome === 'answered' ? reply.status : reply.outcome));
  log.warn({ prompt: id, outcomes }, 'prompt cancelled');
}
