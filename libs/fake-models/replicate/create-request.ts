import type { FakeResponse, Received } from '../exchange.ts';
import { invalid, refusals } from './bodies.ts';

export type CreateRequest = {
  readonly model: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** From `Cancel-After`, in seconds. */
  readonly lifetime: number | undefined;
};

const OFFICIAL = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/;
const VERSION = /^([\w.-]+\/[\w.-]+):([\da-f]{64})$/;
const MIN_LIFETIME_SECONDS = 5;
/** Longest data URI accepted as an input, in characters. */
const MAX_DATA_URI = 1_000_000;

/** Parses a create, or returns the API's error response. */
export function readCreate({ url, headers, body }: Received): CreateRequest | FakeResponse {
  let sent: { input?: Record<string, unknown>; version?: unknown };
  try {
    sent = JSON.parse(body.toString());
  } catch {
    return invalid('The request body is not valid JSON');
  }
  const { input, version, ...unknown } = sent;
  if (Object.keys(unknown).length > 0) return invalid('- the body has unknown properties\n');
  const [, owner, pinned] = VERSION.exec(String(version)) ?? [];
  const model = OFFICIAL.exec(url.pathname)?.[1] ?? owner;
  if (model === undefined) return refusals.invalidVersion;
  if (typeof input?.prompt !== 'string' || input.prompt === '') return refusals.promptRequired;
  const texts = Object.values(input).flat();
  if (texts.some((text) => typeof text === 'string' && text.startsWith('data:') && text.length > MAX_DATA_URI)) {
    return invalid('- input: a data URI is too large\n');
  }
  const cancelAfter = headers['cancel-after'];
  const lifetime = cancelAfter === undefined ? undefined : Number(/^(\d+)s$/.exec(String(cancelAfter))?.[1]);
  if (lifetime !== undefined && !(lifetime >= MIN_LIFETIME_SECONDS)) return invalid('- Cancel-After: invalid\n');
  return { model, version: pinned ?? 'hidden', input, lifetime };
}
