import type { IncomingHttpHeaders } from 'node:http';
import type { Fault } from '../exchange.ts';
import { invalid, refusals } from './bodies.ts';

export type CreateRequest = {
  readonly model: string;
  readonly version: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** From `Cancel-After`, in ms. */
  readonly lifetimeMs: number | undefined;
};

const KEYS: ReadonlySet<string> = new Set(['input', 'version', 'webhook', 'webhook_events_filter', 'stream']);
const OFFICIAL = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/;
/** `owner/name`, `owner/name:<version>` or a bare version. */
const VERSION = /^(?:([\w.-]+\/[\w.-]+)(?::([\da-f]{64}))?|([\da-f]{64}))$/;
const LIFETIME = /^(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/;
const MIN_LIFETIME_MS = 5_000;
/** Longest data URI accepted as an input, in characters. */
const MAX_DATA_URI = 1_000_000;

/** Parses a create, or returns the API's error response. */
export function readCreate(
  path: string,
  body: unknown,
  headers: IncomingHttpHeaders,
): CreateRequest | { readonly refusal: Fault } {
  const refuse = (refusal: Fault) => ({ refusal });
  if (typeof body !== 'object' || body === null) return refuse(invalid('The request body is not valid JSON'));
  const unknown = Object.keys(body).find((key) => !KEYS.has(key));
  if (unknown !== undefined) return refuse(invalid(`- ${unknown} is not a known property\n`));
  const { input, version } = body as { input?: Record<string, unknown>; version?: unknown };
  const official = OFFICIAL.exec(path)?.[1];
  const [, owner, pinned, bare] = VERSION.exec(String(version)) ?? [];
  const model = official ?? owner ?? bare;
  if (model === undefined) return refuse(refusals.invalidVersion);
  if (typeof input?.prompt !== 'string' || input.prompt === '') return refuse(refusals.promptRequired);
  const texts = Object.values(input).flat();
  if (texts.some((text) => typeof text === 'string' && text.startsWith('data:') && text.length > MAX_DATA_URI)) {
    return refuse(invalid('- input: a data URI is too large\n'));
  }
  const wait = waitSeconds(headers.prefer);
  if (wait !== undefined && !(wait >= 1 && wait <= 60)) return refuse(invalid('- Prefer: wait must be 1 to 60\n'));
  const lifetimeMs = lifetime(headers['cancel-after']);
  if (lifetimeMs !== undefined && !(lifetimeMs >= MIN_LIFETIME_MS)) return refuse(invalid('- Cancel-After: invalid\n'));
  return { model, version: pinned ?? bare ?? 'hidden', input, lifetimeMs };
}

/** Seconds of `Prefer: wait` or `wait=n`; undefined without. */
export function waitSeconds(prefer: string | string[] | undefined): number | undefined {
  const match = /^wait(?:=(\d+))?$/.exec(String(prefer ?? ''));
  return match ? Number(match[1] ?? 60) : undefined;
}

/** Parses `1m`, `90s`, `90`; NaN for anything else, undefined without a header. */
function lifetime(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const [match, hours = 0, minutes = 0, seconds = 0] = LIFETIME.exec(String(header)) ?? [];
  return match ? (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 : Number.NaN;
}
