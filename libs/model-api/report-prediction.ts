import { count, record } from '@styling/telemetry';

/** A hosted model's work on one order, when it has ended. */
export type Prediction = {
  readonly provider: string;
  /** Without a version. */
  readonly model: string;
  /** Status as the vendor names it, else `succeeded` or `failed`. */
  readonly status: string;
  /** Duration as measured by the vendor, else by the worker; unknown if nobody saw its end. */
  readonly seconds?: number | undefined;
  /** What it cost, US dollars; unknown without a price. */
  readonly usd?: number | undefined;
};

/** Adds a prediction to the metrics of duration and cost by model. */
export function reportPrediction({ provider, model, status, seconds, usd = 0 }: Prediction): void {
  const attributes = { 'styling.provider': provider, 'styling.model': model, 'styling.prediction.status': status };
  if (seconds !== undefined) record('styling.prediction.duration', seconds, attributes);
  // 0 too: a counter's first increase shows only if it was there before.
  count('styling.prediction.cost', usd, attributes);
}
