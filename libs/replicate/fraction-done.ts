import type { PredictionReply } from './prediction.ts';

/** While the vendor starts a model, and while it runs without saying more. */
const STARTING = 0.05;
const RUNNING = 0.15;

/**
 * Estimates how far a prediction is, 0 to 1: from the last percentage that the model printed, as progress bars do
 * (` 45%|████▌ |`), else from its status alone.
 */
export function fractionDone({ status, logs }: Pick<PredictionReply, 'status' | 'logs'>): number {
  if (status === 'starting') return STARTING;
  if (status !== 'processing') return 1;
  const percent = Number([...(logs ?? '').matchAll(/\b(\d{1,3})%/g)].at(-1)?.[1] ?? 0);
  return RUNNING + (1 - RUNNING) * Math.min(1, percent / 100);
}
