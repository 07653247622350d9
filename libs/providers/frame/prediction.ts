import { z } from 'zod';
import type { CallOptions, Reply } from './attempt.ts';
import type { Attempting } from './attempts.ts';
import { awaitEnd, type Seen } from './await-end.ts';
import type { ModelWork, Pausing } from './models.ts';
import { type CallRules, send } from './send.ts';
import { VendorError } from './vendor-error.ts';

/** A vendor's work on one attempt, which it knows by an id. */
export type PredictionCalls<End extends { readonly error?: Error }> = {
  readonly model: string;
  readonly rules: CallRules & { readonly timeoutMs: number };
  create(options: CallOptions): Promise<Reply>;
  look(id: string, options: CallOptions): Promise<Reply>;
  /** Absent: the vendor cannot, and it runs to its end. */
  cancel?(id: string, options: CallOptions): Promise<Reply>;
  seenIn(reply: Reply): Seen<End>;
  /** Adds the end to log and metrics: once, unless the worker is killed just then. */
  report(end: End): void;
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

const LOOK_TIMEOUT_MS = 10_000;
const LAST_TIMEOUT_MS = 1_000;
const CANCEL_TIMEOUT_MS = 2_000;
/** Rejected looks after which a prediction is given up: one may be a mistake of a proxy or a replica. */
const MOST_REJECTED = 3;

/** Without an id that is safe in a path, a prediction cannot be looked at or cancelled. */
const created = z.object({ id: z.string().regex(/^\w[\w.-]{0,99}$/) });

/** Creates a prediction, or resumes the one of an earlier worker, and awaits its end. @throws its error; as `send`, `awaitEnd` */
export async function predicted<End extends { readonly error?: Error }>(
  deps: Pausing,
  work: ModelWork,
  { known, isCounted, note }: Attempting<string>,
  calls: PredictionCalls<End>,
): Promise<{ readonly id: string; readonly end: End }> {
  const { clock, log } = deps;
  const { model, rules, seenIn } = calls;
  const look = async (id: string) => {
    const left = work.deadline.getTime() - clock().getTime();
    const timeoutMs = Math.min(rules.timeoutMs, LOOK_TIMEOUT_MS, Math.max(left, LAST_TIMEOUT_MS));
    return seenIn(await calls.look(id, { timeoutMs }));
  };
  const cancel = async (id: string) => {
    if (!calls.cancel) return look(id);
    const reply = await calls.cancel(id, { timeoutMs: CANCEL_TIMEOUT_MS });
    const outcome = reply.outcome === 'answered' ? reply.status : reply.outcome;
    log.warn({ prediction: id, outcome }, 'prediction cancelled');
    return seenIn(reply);
  };

  async function create() {
    const noted = async (options: CallOptions) => {
      await note('creating');
      return calls.create(options);
    };
    const reply = await send(deps, work, rules, noted, () => note('free'));
    const { data } = created.safeParse(reply.body);
    if (!data) {
      throw new VendorError('ambiguous', `unreadable response to ${rules.what}`, { code: String(reply.status) });
    }
    log.info({ prediction: data.id, model }, 'prediction created');
    await note('created', data.id).catch(async (error) => {
      await cancel(data.id);
      throw error;
    });
    return { id: data.id, seen: seenIn(reply) };
  }

  if (known !== undefined) log.info({ prediction: known, model }, 'prediction resumed');
  const { id, ...seen } = known === undefined ? await create() : { id: known };
  const end = await awaitEnd(deps, work, {
    ...seen,
    look: () => look(id),
    cancel: () => cancel(id),
    mostMissing: MOST_REJECTED,
    onProgress: calls.onProgress,
  });
  if (!isCounted) {
    calls.report(end);
    await note('counted', id);
  }
  if (end.error) throw end.error;
  return { id, end };
}
