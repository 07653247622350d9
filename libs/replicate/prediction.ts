import { z } from 'zod';

/** What the API says of a prediction, as far as it is used here; anything may be missing while it runs. */
export const predictionReply = z.object({
  id: z.string().min(1),
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  version: z.string().nullish(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  /** Input, output and logs are removed an hour after the end. */
  data_removed: z.boolean().nullish(),
  metrics: z.object({ predict_time: z.number().nullish(), total_time: z.number().nullish() }).nullish(),
});
export type PredictionReply = z.output<typeof predictionReply>;

/** A prediction that succeeded. */
export type Prediction = {
  readonly id: string;
  /** As it was asked for, `owner/name`. */
  readonly model: string;
  /** As the vendor names it; `hidden` for most official models. */
  readonly version: string;
  /** Of the model's own shape; its files are gone an hour later. */
  readonly output: unknown;
};

/** Where the id of a running prediction is kept, so that whoever takes over resumes it instead of paying again. */
export type Memory = {
  /** What was saved last, else null. */
  load(): Promise<string | null>;
  /** Resolves once the memo would survive a crash. */
  save(memo: string): Promise<void>;
};
