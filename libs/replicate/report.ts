import type { PredictionReply } from './prediction.ts';
import { priceOf } from './prices.ts';

/** What an ended prediction took, for metrics. */
export type PredictionReport = {
  readonly model: string;
  readonly version: string;
  readonly status: PredictionReply['status'];
  /** From creation to end where the vendor says so, else the model's own time; in seconds. */
  readonly seconds: number | undefined;
  /** By the table of prices, in US dollars; undefined for one that did not succeed or is not in the table. */
  readonly cost: number | undefined;
};

/** Hears of each prediction that ended, once from each worker that saw its end. Must not throw. */
export type OnPrediction = (report: PredictionReport) => void;

/** Sums up a prediction in a final state. */
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
