import { connectAttempts, toPublicError, VendorError } from '@styling/model-api';
import { replicateApi } from './api.ts';
import { copyOutput } from './copy-output.ts';
import { type Order, type PredictDependencies, predict } from './predict.ts';
import { type FallbackOrder, predictWithFallback } from './predict-with-fallback.ts';
import { removeFile, upload } from './upload.ts';

export type ReplicateOptions = Omit<PredictDependencies, 'api' | 'timeoutMs'> & {
  readonly token: string;
  /** Base URL of the API, e.g. `REPLICATE_API`. */
  readonly baseUrl: string;
  /** Default 30,000. */
  readonly timeoutMs?: number;
};

/** A client of Replicate. */
export type Replicate = ReturnType<typeof connectReplicate>;

/**
 * Connects to Replicate's HTTP API or a compatible stand-in. {@link predict} throws VendorErrors, all other functions
 * ServiceErrors. Requests in flight fail at `close`.
 */
export function connectReplicate({ token, baseUrl, timeoutMs = 30_000, ...others }: ReplicateOptions) {
  const { attempt, close } = connectAttempts();
  const deps: PredictDependencies = { ...others, api: replicateApi(attempt, baseUrl, token), timeoutMs };
  return {
    predict: (order: Order) => predict(deps, order),
    predictWithFallback: (order: FallbackOrder) => predictWithFallback(deps, order),
    copyOutput: (output: unknown, deadline: Date) => publicly(copyOutput(deps, baseUrl, output, deadline)),
    upload: (bytes: Uint8Array, mimeType: string, limits: Parameters<typeof upload>[3]) =>
      publicly(upload(deps, bytes, mimeType, limits)),
    removeFile: (id: string) => removeFile(deps, id),
    close,
  };
}

const publicly = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw error instanceof VendorError ? toPublicError(error) : error;
  });
