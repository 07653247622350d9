import { connectCall } from './call.ts';
import { copyOutput, type OutputPicture } from './copy-output.ts';
import { type Order, type PredictDependencies, predict } from './predict.ts';
import { type FallbackOrder, predictWithFallback } from './predict-with-fallback.ts';
import type { Prediction } from './prediction.ts';
import { ReplicateError, toPublicError } from './replicate-error.ts';
import { removeFile, type UploadedFile, upload } from './upload.ts';

export type ReplicateOptions = Omit<PredictDependencies, 'call' | 'onPrediction' | 'timeoutMs'> &
  Partial<Pick<PredictDependencies, 'onPrediction' | 'timeoutMs'>> & {
    readonly token: string;
    /** Base URL of the API, e.g. `REPLICATE_API`. */
    readonly baseUrl: string;
  };

/** A client of Replicate. */
export type Replicate = {
  /** {@link predict}; throws ReplicateErrors. */
  predict(order: Order): Promise<Prediction>;
  /** {@link predictWithFallback}; throws ServiceErrors. */
  predictWithFallback(order: FallbackOrder): Promise<Prediction>;
  /** {@link copyOutput}; throws ServiceErrors, `unavailable` if a retry may still get the output. */
  copyOutput(output: unknown): Promise<OutputPicture>;
  /** {@link upload}; throws ServiceErrors. */
  upload(bytes: Uint8Array, mimeType: string): Promise<UploadedFile>;
  /** {@link removeFile}, also for files that another worker uploaded. */
  removeFile(id: string): Promise<void>;
  /** Closes all connections; requests in flight fail. */
  close(): Promise<void>;
};

const TIMEOUT_MS = 30_000;

/** Connects to Replicate's HTTP API or a compatible stand-in. */
export function connectReplicate(options: ReplicateOptions): Replicate {
  const { token, baseUrl, onPrediction = () => {}, timeoutMs = TIMEOUT_MS, clock, sleep, random, log } = options;
  const { call, close } = connectCall(baseUrl, token);
  const deps: PredictDependencies = { call, clock, sleep, random, log, onPrediction, timeoutMs };
  return {
    predict: (order) => predict(deps, order),
    predictWithFallback: (order) => predictWithFallback(deps, order),
    copyOutput: (output) => publicly(copyOutput(deps, baseUrl, output)),
    upload: (bytes, mimeType) => publicly(upload(deps, bytes, mimeType)),
    removeFile: (id) => removeFile(deps, id),
    close,
  };
}

const publicly = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw error instanceof ReplicateError ? toPublicError(error) : error;
  });
