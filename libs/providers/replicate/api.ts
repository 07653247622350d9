import Replicate from 'replicate';
import { type Attempt, type CallOptions, callThrough, type Reply } from '../frame/index.ts';

/** What a call needs besides what it is about. */
type Options = Pick<CallOptions, 'timeoutMs' | 'signal'>;

/** The calls of Replicate's API that are used here; each makes exactly one request and never throws. */
export type ReplicateApi = {
  /** @param model `owner/name` for an official model, `owner/name:<version>` for any other */
  create(model: string, input: object, cancelAfterSeconds: number, options: Options): Promise<Reply>;
  look(id: string, options: Options): Promise<Reply>;
  cancel(id: string, options: Options): Promise<Reply>;
  upload(file: File, options: Options): Promise<Reply>;
  removeFile(id: string, options: Options): Promise<Reply>;
};

/**
 * Replicate's API at `baseUrl` by its npm client. Only what turns into one request each is used of that: not `run`, `wait`, its
 * retries, its uploads of inputs and its files; see docs/decisions/0009.
 */
export function replicateApi(attempt: Attempt, baseUrl: string, token: string): ReplicateApi {
  const call = (use: (client: Replicate) => Promise<unknown>, options: CallOptions) =>
    callThrough(attempt, options, (fetch) =>
      use(new Replicate({ auth: token, baseUrl, fetch, useFileOutput: false, fileEncodingStrategy: 'upload' })),
    );
  const path = encodeURIComponent;
  return {
    create: (model, input, seconds, options) =>
      call(
        // Official models are addressed by path, community models by version.
        ({ predictions }) => predictions.create(model.includes(':') ? { version: model, input } : { model, input }),
        { ...options, headers: { 'cancel-after': `${seconds}s` } },
      ),
    look: (id, options) => call(({ predictions }) => predictions.get(path(id)), options),
    cancel: (id, options) => call(({ predictions }) => predictions.cancel(path(id)), options),
    upload: (file, options) => call(({ files }) => files.create(file), options),
    removeFile: (id, options) => call(({ files }) => files.delete(path(id)), options),
  };
}
