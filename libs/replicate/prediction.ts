import { z } from 'zod';
import { priceOf } from './prices.ts';

/** The part of the API's prediction object that is used here; any field may be missing while it runs. */
export const predictionReply = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  version: z.string().nullish(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  /** Of the model, as it prints it; many print a progress bar. */
  logs: z.string().nullish(),
  /** Input, output and logs are removed an hour after the end. */
  data_removed: z.boolean().nullish(),
  metrics: z.object({ predict_time: z.number().nullish(), total_time: z.number().nullish() }).nullish(),
});
export type PredictionReply = z.output<typeof predictionReply>;

/** A prediction that succeeded. */
export type Prediction = {
  readonly id: string;
  /** As ordered, `owner/name`. */
  readonly model: string;
  /** As the vendor names it; `hidden` for most official models. */
  readonly version: string;
  /** In the model's own shape; its files expire after an hour. */
  readonly output: unknown;
};

/** Stores the id of a running prediction, so that the next worker resumes it instead of paying for another. */
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
  { model, input }: { readonly model: string; readonly input: object },
  { status, version, metrics }: PredictionReply,
): PredictionReport => ({
  model,
  version: version ?? 'hidden',
  status,
  seconds: metrics?.total_time ?? metrics?.predict_time ?? undefined,
  cost: status === 'succeeded' ? priceOf(model, input) : undefined,
});
