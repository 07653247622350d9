import type { PredictionReply } from './prediction.ts';
import { priceOf } from './prices.ts';

/** A finished prediction, for metrics. */
export type PredictionReport = {
  readonly model: string;
  readonly version: string;
  readonly status: PredictionReply['status'];
  /** From creation to end if the vendor reports it, else the model's own run time; in seconds. */
  readonly seconds: number | undefined;
  /** From the price table, in US dollars; undefined unless the prediction succeeded and its model is in the table. */
  readonly cost: number | undefined;
};

/** Summarises a prediction in a final state. */
export function reportOf(
  { model, input }: { readonly model: string; readonly input: object },
  { status, version, metrics }: PredictionReply,
): PredictionReport {
  return {
    model,
    version: version ?? 'hidden',
    status,
    seconds: metrics?.total_time ?? metrics?.predict_time ?? undefined,
    cost: status === 'succeeded' ? priceOf(model, input) : undefined,
  };
}
