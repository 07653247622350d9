import type { Logger } from '@styling/telemetry';
import type { ComfyApi } from './api.ts';

/** What the steps of a prompt work with. */
export type ComfyDependencies = {
  readonly api: ComfyApi;
  readonly clock: () => Date;
  /** Resolves after `ms`, or early when `signal` is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  readonly newId: () => string;
  readonly log: Logger;
  /** Time-out of one request, in ms. */
  readonly timeoutMs: number;
};

/** When work has to end, and by whom it is stopped. */
export type Bounds = {
  /** The prompt is taken back then. */
  readonly deadline: Date;
  /**
   * Aborted when this process shuts down: the prompt goes on, and the next worker resumes it. With the reason of a cancelled
   * request (`cancellationOf`) it is taken back.
   */
  readonly signal: AbortSignal;
};
