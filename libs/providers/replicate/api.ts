import Replicate from 'replicate';
import { type Attempt, type CallOptions, callThrough } from '../frame/index.ts';

export type ReplicateApi = ReturnType<typeof replicateApi>;

/** Replicate's API by its npm client; each call is one request and never throws. See docs/decisions/0009. */
export function replicateApi(attempt: Attempt, baseUrl: string, token: string) {
  const call = (use: (client: Replicate) => Promise<unknown>, options: CallOptions) =>
    callThrough(attempt, options, (fetch) =>
      use(new Replicate({ auth: token, baseUrl, fetch, useFileOutput: false, fileEncodingStrategy: 'upload' })),
    );
  const path = encodeURIComponent;
  return {
    /** @param model `owner/name` for an official model, addressed by path; `owner/name:<version>` for any other */
    create: (model: string, input: object, seconds: number, options: CallOptions) =>
      call(
        ({ predictions }) => predictions.create(model.includes(':') ? { version: model, input } : { model, input }),
        { ...options, headers: { 'cancel-after': `${seconds}s` } },
      ),
    look: (id: string, options: CallOptions) => call(({ predictions }) => predictions.get(path(id)), options),
    cancel: (id: string, options: CallOptions) => call(({ predictions }) => predictions.cancel(path(id)), options),
    upload: (file: File, options: CallOptions) => call(({ files }) => files.create(file), options),
    removeFile: (id: string, options: CallOptions) => call(({ files }) => files.delete(path(id)), options),
  };
}
