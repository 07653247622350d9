import { connectCall } from './call.ts';
import { copyOutput } from './copy-output.ts';
import { type Order, type PredictDependencies, predict } from './predict.ts';
import { type FallbackOrder, predictWithFallback } from './predict-with-fallback.ts';
import { ReplicateError, toPublicError } from './replicate-error.ts';
import { removeFile, upload } from './upload.ts';

export type ReplicateOptions = Omit<PredictDependencies, 'call' | 'timeoutMs'> & {
  readonly token: string;
  /** Base URL of the API, e.g. `REPLICATE_API`. */
  readonly baseUrl: string;
  /** Default 30,000. */
  readonly timeoutMs?: number;
};

/** A client of Replicate. */
export type Replicate = ReturnType<typeof connectReplicate>;

/**
 * Connects to Replicate's HTTP API or a compatible stand-in. {@link predict} throws ReplicateErrors, all other functions
 * ServiceErrors. Requests in flight fail at `close`.
 */
export function connectReplicate({ token, baseUrl, timeoutMs = 30_000, ...others }: ReplicateOptions) {
  const { call, close } = connectCall(baseUrl, token);
  const deps: PredictDependencies = { ...others, call, timeoutMs };
  return {
    predict: (order: Order) => predict(deps, order),
    predictWithFallback: (order: FallbackOrder) => predictWithFallback(deps, order),
    copyOutput: (output: unknown) => publicly(copyOutput(deps, baseUrl, output)),
    upload: (bytes: Uint8Array, mimeType: string) => publicly(upload(deps, bytes, mimeType)),
    removeFile: (id: string) => removeFile(deps, id),
    close,
  };
}

const publicly = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error) => {
    throw error instanceof ReplicateError ? toPublicError(error) : error;
  });
