import { vendorName } from '@styling/model-api';
import { z } from 'zod';
import { priceOf } from './prices.ts';

const RUNNING = 'processing';
const statuses = ['starting', RUNNING, 'succeeded', 'failed', 'canceled', 'aborted'] as const;
const seconds = z.number().nonnegative().nullish().catch(undefined);

/**
 * The part of the API's prediction object that is used here; any field may be missing while it runs. Whatever decides
 * nothing may have any shape; an unknown status counts as running.
 */
export const predictionReply = z.object({
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

/** The reply to a create: without an id, which is safe in a path, the prediction cannot be looked at or cancelled. */
export const createdReply = predictionReply.extend({ id: z.string().regex(/^\w[\w.-]{0,99}$/) });
export type CreatedReply = z.output<typeof createdReply>;

/** A model, and how its input is made. */
export type Candidate = {
  /** `owner/name` for an official model, `owner/name:<version>` for any other. */
  readonly model: string;
  /** In the model's own shape, with the pictures as https URLs. */
  readonly input: (images: readonly string[]) => object;
};

/** A prediction that succeeded. */
export type Prediction = {
  readonly id: string;
  /** Model as ordered, `owner/name`. */
  readonly model: string;
  /** Version as the vendor names it, in a short ASCII form; `hidden` for most official models. */
  readonly version: string;
  /** In the model's own shape; its files expire after an hour. */
  readonly output: unknown;
};

/** Stores where the attempts of a request are, so that the next worker continues with them instead of paying again. */
export type Checkpoint = {
  /** The last saved value, or null. */
  load(): Promise<string | null>;
  /** Resolves once the value would survive a crash. */
  save(value: string): Promise<void>;
};

/** A finished prediction, for metrics. */
export type PredictionReport = Pick<Prediction, 'model' | 'version'> & {
  readonly status: PredictionReply['status'];
  /** From creation to end if the vendor reports it, else the model's own run time; in seconds. */
  readonly seconds: number | undefined;
  /** From the price table, in US dollars; undefined unless the prediction succeeded and its model is in the table. */
  readonly cost: number | undefined;
};

/** Summarises a prediction in a final state. */
export const reportOf = (
  { model, input }: Candidate,
  { status, version, metrics }: PredictionReply,
): PredictionReport => ({
  model,
  version,
  status,
  seconds: metrics?.total_time ?? metrics?.predict_time ?? undefined,
  cost: status === 'succeeded' ? priceOf(model, input([])) : undefined,
});
