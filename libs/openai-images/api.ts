import type { Attempt, Reply } from '@styling/model-api';
import type { Endpoint } from './endpoints.ts';

/** Limits of one request. */
export type Limits = { readonly timeoutMs: number; readonly signal?: AbortSignal };

/** The HTTP API of a server, one request a call. Never throws. */
export type Api = {
  /** @param path below the base URL, or an address on the same host */
  get(path: string | URL, limits: Limits): Promise<Reply>;
  /** A form is sent as multipart, anything else as JSON. */
  post(path: string, body: object, limits: Limits): Promise<Reply>;
};

export function apiOf({ baseUrl, apiKey }: Endpoint, attempt: Attempt): Api {
  const urlOf = (path: string | URL) => (path instanceof URL ? path : `${baseUrl.replace(/\/$/, '')}${path}`);
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return {
    get: (path, limits) => attempt(urlOf(path), { method: 'GET', headers, ...limits }),
    post: (path, body, limits) => attempt(urlOf(path), { method: 'POST', headers, body, ...limits }),
  };
}
