import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import { z } from 'zod';
import {
  type Attempting,
  type CallRules,
  isRefusal,
  type ModelWork,
  makeAttempts,
  type Pausing,
  predicted,
  type Reply,
  reportPrediction,
  resumable,
  retryAfterMs,
  type Seen,
  VendorError,
  vendorName,
} from '../frame/index.ts';
import type { ReplicateApi } from './api.ts';
import { imageModel } from './models.ts';

export type Candidate = {
  /** `owner/name` for an official model, `owner/name:<version>` for any other. */
  readonly model: string;
  /** `images` are https URLs. */
  readonly input: (images: readonly string[], attempt: number) => object;
};

export type PredictDependencies = Pausing & {
  readonly store: Pick<ObjectStore, 'get' | 'put'>;
  readonly api: ReplicateApi;
  /** Time limit of a create or an upload, and an upper bound for looks, in ms. */
  readonly timeoutMs: number;
};

/** What a prediction made, in the model's own shape; its files expire after an hour. */
export type Prediction = {
  readonly id: string;
  readonly model: string;
  readonly version: string;
  readonly output: unknown;
};

export type Order<Made> = {
  readonly candidates: readonly Candidate[];
  /** Takes what was made; a VendorError fails the attempt. */
  readonly accept: (prediction: Prediction, attempt: number) => Promise<Made>;
  /** Called when a prediction is to be created: a resumed one has its pictures. */
  readonly images: () => Promise<readonly string[]>;
  readonly checkpoint: string;
  readonly onProgress?: (fraction: number) => void;
};

/** The vendor's minimum for `Cancel-After`, in seconds. */
const MIN_LIFETIME_SECONDS = 5;
const CREATE: CallRules = { what: 'create', repeats: 'throttled', isAbortable: false };

/** Has the first model that succeeds make a prediction, or resumes one. @throws as `makeAttempts`, `images`, `accept` */
export const predict = <Made>(deps: PredictDependencies, order: Order<Made>, work: ModelWork) => {
  const models = order.candidates.map(({ model }) => model);
  return makeAttempts(deps, work, { ...resumable, models, checkpoint: order.checkpoint }, (attempt) =>
    predictOnce(deps, order, work, attempt),
  );
};

async function predictOnce<Made>(
  deps: PredictDependencies,
  { candidates, images, accept, onProgress }: Order<Made>,
  work: ModelWork,
  attempt: Attempting<string>,
): Promise<Made> {
  const { api, clock, log, timeoutMs } = deps;
  const { model, input } = candidates[attempt.model] as Candidate;
  const made = attempt.known === undefined ? input(await images(), attempt.number) : {};
  const { id, end } = await predicted(deps, work, attempt, {
    model,
    rules: { ...CREATE, timeoutMs },
    create(options) {
      const left = Math.ceil((work.deadline.getTime() - clock().getTime()) / 1000);
      return api.create(model, made, Math.max(MIN_LIFETIME_SECONDS, left), options);
    },
    look: api.look,
    // If it fails, the prediction ends by its own `Cancel-After`.
    cancel: api.cancel,
    seenIn: (reply) => seenIn(reply, clock(), work.deadline),
    report: ({ reply }) => report(log, model, reply),
    onProgress,
  });
  const { version, output } = end.reply;
  return accept({ id, model, version, output }, attempt.number);
}

/** Logs a final prediction, and adds it to the metrics: once, unless its worker is killed just then. */
function report(log: Logger, model: string, { status, version, metrics }: PredictionReply): void {
  const seconds = metrics?.total_time ?? metrics?.predict_time ?? undefined;
  const usd = status === 'succeeded' ? imageModel(model)?.usd : undefined;
  log.info({ model, version, status, seconds, cost_usd: usd }, 'prediction finished');
  reportPrediction({ provider: 'replicate', model: model.split(':')[0] ?? model, status }, seconds, usd);
}

const RUNNING = 'processing';
const statuses = ['starting', RUNNING, 'succeeded', 'failed', 'canceled', 'aborted'] as const;
const seconds = z.number().nonnegative().nullish().catch(undefined);

/** Any field may be missing while it runs; what decides nothing may have any shape. */
const predictionReply = z.object({
  status: z.enum(statuses).catch(RUNNING),
  /** Short ASCII form; `hidden` for most official models. */
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
type PredictionReply = z.output<typeof predictionReply>;

/** In a final state; without `error` it has an output. */
type Ended = { readonly reply: PredictionReply; readonly error?: VendorError };

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

/** Progress by the last percentage that the model printed (` 45%|████▌ |`), else by its status. */
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
