import {
  clampDelay,
  failStep as fail,
  isBeyond,
  type Reply,
  retryAfterMs,
  type Situation,
  type VendorError,
} from '@styling/model-api';
import { backoff } from '@styling/service';
import { z } from 'zod';

/** What follows the reply to `POST /prompt`; delays in ms. */
export type PromptStep =
  /** It is in the queue under `id`. */
  | { readonly next: 'queued'; readonly id: string }
  /** It may be in the queue under our id. */
  | { readonly next: 'look' }
  /** Nothing was queued. */
  | { readonly next: 'again'; readonly afterMs: number }
  | { readonly next: 'fail'; readonly error: VendorError };

const queued = z.object({ prompt_id: z.string().min(1) });
const problem = z.object({
  type: z.string(),
  extra_info: z.object({ input_name: z.string() }).optional().catch(undefined),
});
const rejected = z.object({
  error: z.object({ type: z.string() }),
  node_errors: z
    .record(z.string(), z.object({ class_type: z.string().catch(''), errors: z.array(problem).catch([]) }))
    .catch({}),
});
const BUSY = { baseMs: 1_000, limitMs: 15_000 };

/** Decides what follows the reply to a prompt. A reply that is lost is looked for: the id is ours. */
export function afterPrompt(reply: Reply, { now, deadline, tries, random }: Situation): PromptStep {
  if (reply.outcome !== 'answered') {
    const { outcome, cause } = reply;
    return outcome === 'unsent' ? fail('unavailable', 'server unreachable', { cause }) : { next: 'look' };
  }
  const { status, body, retryAfter } = reply;
  const code = String(status);
  if (status < 300) {
    const parsed = queued.safeParse(body);
    return parsed.success ? { next: 'queued', id: parsed.data.prompt_id } : { next: 'look' };
  }
  // Of a proxy: the server itself queues without limit.
  if (status === 429 || status === 503) {
    const requested = retryAfterMs(retryAfter, body, now) ?? backoff(tries, BUSY.baseMs, BUSY.limitMs, random);
    const afterMs = clampDelay(requested, BUSY.baseMs / 2, Number.POSITIVE_INFINITY);
    return isBeyond(afterMs, now, deadline) ? fail('throttled', 'server busy', { code }) : { next: 'again', afterMs };
  }
  if (status === 401 || status === 403) return fail('denied', 'access denied', { code });
  if (status >= 500) return { next: 'look' };
  return fail('invalid', 'workflow rejected', { code: rejectionOf(body) ?? code });
}

/** What a server has against a workflow: `UNETLoader.unet_name:value_not_in_list`, or the type of the error; never a value. */
function rejectionOf(body: unknown): string | undefined {
  const { error, node_errors } = rejected.safeParse(body).data ?? {};
  const [node] = Object.values(node_errors ?? {});
  const [first] = node?.errors ?? [];
  if (!node || !first) return error?.type;
  return `${node.class_type}.${first.extra_info?.input_name ?? ''}:${first.type}`;
}
