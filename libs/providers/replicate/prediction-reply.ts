import { z } from 'zod';
import { isRefusal, type Reply, retryAfterMs, type Seen, VendorError, vendorName } from '../frame/index.ts';

const RUNNING = 'processing';
const statuses = ['starting', RUNNING, 'succeeded', 'failed', 'canceled', 'aborted'] as const;
const seconds = z.number().nonnegative().nullish().catch(undefined);

/**
 * The part of the API's prediction object that is used here; any field may be missing while it runs. Whatever decides
 * nothing may have any shape; an unknown status counts as running.
 */
const predictionReply = z.object({
  status: z.enum(statuses).catch(RUNNING),
  version: z
    .unknown()
    .optional()
    .transform((version) => (typeof version === 'string' ? vendorName(version) : 'hidden')),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  /** Log of the model; many print a progress bar. */
  logs: z.string().nullish().catch(undefined),
  /** Input, output and logs are removed an hour after the end. */
  data_removed: z.boolean().nullish().catch(undefined),
  metrics: z.object({ predict_time: seconds, total_time: seconds }).nullish().catch(undefined),
});
export type PredictionReply = z.output<typeof predictionReply>;

/** The id in the reply to a create: without one that is safe in a path, the prediction cannot be looked at or cancelled. */
export const createdReply = z.object({ id: z.string().regex(/^\w[\w.-]{0,99}$/) });

/** A prediction in a final state; without `error` it has an output. */
export type Ended = { readonly reply: PredictionReply; readonly error?: VendorError };

const DENIED: readonly number[] = [401, 402, 403];
/** Codes for which the vendor asks clients to retry: interruption and lack of capacity. */
const RETRYABLE: readonly string[] = ['PA', 'E9828', 'E003', 'E004'];
const REFUSED_CODE = 'E005';
/** Progress while the vendor starts a model, and while it runs without saying more. */
const STARTED = { starting: 0.05, processing: 0.15 };

/** Reads where a prediction is from the reply to a create, a look or a cancel. */
export function seenIn(reply: Reply, now: Date, deadline: Date): Seen<Ended> {
  if (reply.outcome !== 'answered') return { is: 'unclear' };
  const { status, body, retryAfter } = reply;
  const details = { code: String(status), cause: JSON.stringify(body) };
  if (DENIED.includes(status)) return { is: 'missing', error: new VendorError('denied', 'look rejected', details) };
  if (status === 404) {
    const error = new VendorError('expired', 'prediction not found', { ...details, retryable: true });
    return { is: 'missing', error };
  }
  const { data } = status < 300 ? predictionReply.safeParse(body) : {};
  // Throttled, failed or unreadable: the prediction keeps running, and looking is free.
  if (!data) return { is: 'unclear', afterMs: retryAfterMs(retryAfter, body, now) };
  const ended = (...error: ConstructorParameters<typeof VendorError>): Seen<Ended> => ({
    is: 'ended',
    end: { reply: data, error: new VendorError(...error) },
  });
  switch (data.status) {
    case 'succeeded':
      if (data.data_removed || data.output === null || data.output === undefined) {
        return ended('expired', 'output removed', { retryable: true });
      }
      return { is: 'ended', end: { reply: data } };
    case 'failed':
      return { is: 'ended', end: { reply: data, error: readFailure(data.error) } };
    case 'aborted':
      return ended('deadline', 'not started in time');
    case 'canceled':
      return now >= deadline ? ended('deadline', 'not finished in time') : ended('failed', 'cancelled');
    default:
      return { is: 'running', fraction: fractionDone(data) };
  }
}

/** Estimates progress from the last percentage that the model printed, as progress bars do (` 45%|████▌ |`), else from its status. */
function fractionDone({ status, logs }: PredictionReply): number {
  if (status === 'starting') return STARTED.starting;
  const percent = Number([...(logs ?? '').matchAll(/\b(\d{1,3})%/g)].at(-1)?.[1] ?? 0);
  return STARTED.processing + (1 - STARTED.processing) * Math.min(1, percent / 100);
}

/** Classifies the `error` of a failed prediction as `refused` or `failed`. */
export function readFailure(error: unknown): VendorError {
  const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
  const code = /\((?:code:\s*)?(PA|E\d{3,5})\)/.exec(text)?.[1];
  const details = { ...(code && { code }), cause: text };
  if (code === REFUSED_CODE || isRefusal(text))
    return new VendorError('refused', 'refused by a safety filter', details);
  const retryable = code !== undefined && RETRYABLE.includes(code);
  return new VendorError('failed', 'prediction failed', { ...details, retryable });
}
