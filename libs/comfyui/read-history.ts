import { VendorError, vendorName } from '@styling/model-api';
import { z } from 'zod';
import type { ComfyFile } from './api.ts';

/** How a prompt ended: with a picture or an error, and all pictures that it left at the server. */
export type Ended = { readonly result: ComfyFile | VendorError; readonly left: readonly ComfyFile[] };
/** Where a prompt is; `unseen`: neither in the history nor in the queue. */
export type Seen = Ended | 'running' | 'pending' | 'unseen';

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
 * Reads how a prompt ended from `GET /history/{id}`; undefined while it has not, or if the server does not know it: the response is
 * the same. Failure and interruption differ by their last message only. Texts of exceptions are left out, as nodes quote
 * their inputs in them.
 *
 * @param node whose first picture is the result
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
export function readQueue(body: unknown, id: string): Exclude<Seen, Ended> | undefined {
  const parsed = queue.safeParse(body).data;
  if (!parsed) return undefined;
  if (parsed.queue_running.some(([, running]) => running === id)) return 'running';
  return parsed.queue_pending.some(([, pending]) => pending === id) ? 'pending' : 'unseen';
}
