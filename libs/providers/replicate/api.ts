import Replicate from 'replicate';
import { type Attempt, type CallOptions, callThrough } from '../frame/index.ts';

/** What a call needs besides what it is about. */
type Options = Pick<CallOptions, 'timeoutMs' | 'signal'>;

export type ReplicateApi = ReturnType<typeof replicateApi>;

/**
 * The calls of Replicate's API at `baseUrl` that are used here, by its npm client; each makes exactly one request and never throws. The
 * client's `run`, `wait`, retries, uploads of inputs and files are not used; see docs/decisions/0009.
 */
export function replicateApi(attempt: Attempt, baseUrl: string, token: string) {
  const call = (use: (client: Replicate) => Promise<unknown>, options: CallOptions) =>
    callThrough(attempt, options, (fetch) =>
      use(new Replicate({ auth: token, baseUrl, fetch, useFileOutput: false, fileEncodingStrategy: 'upload' })),
    );
  const path = encodeURIComponent;
  return {
    /** @param model `owner/name` for an official model, addressed by path; `owner/name:<version>` for any other */
    create: (model: string, input: object, seconds: number, options: Options) =>
      call(
        ({ predictions }) => predictions.create(model.includes(':') ? { version: model, input } : { model, input }),
        { ...options, headers: { 'cancel-after': `${seconds}s` } },
      ),
    look: (id: string, options: Options) => call(({ predictions }) => predictions.get(path(id)), options),
    cancel: (id: string, options: Options) => call(({ predictions }) => predictions.cancel(path(id)), options),
    upload: (file: File, options: Options) => call(({ files }) => files.create(file), options),
    removeFile: (id: string, options: Options) => call(({ files }) => files.delete(path(id)), options),
  };
}
