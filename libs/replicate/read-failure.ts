import { ReplicateError } from './replicate-error.ts';

/** Codes for which the vendor asks clients to retry: interruption and lack of capacity. */
const RETRYABLE: ReadonlySet<string> = new Set(['PA', 'E9828', 'E003', 'E004']);
const REFUSED_CODE = 'E005';
/** Wording of safety filters: Replicate's own, Google's, OpenAI's, ByteDance's. */
const REFUSED = [
  /flagged as sensitive/i,
  /\bnsfw\b/i,
  /content[ _-]?(policy|moderation|filter)/i,
  /safety[ _-]?(system|filter|setting|polic|check|reason)/i,
  /\b(prohibited_content|image_safety)\b/i,
  /sensitive ?content/i,
  /(violates?|against|blocked by) .{0,40}\b(polic(y|ies)|guidelines|moderation)\b/i,
];

/** Classifies the `error` of a failed prediction as `refused` or `failed`. */
export function readFailure(error: unknown): ReplicateError {
  const text = typeof error === 'string' ? error : (JSON.stringify(error) ?? '');
  const code = /\((?:code:\s*)?(PA|E\d{3,5})\)/.exec(text)?.[1];
  const details = { ...(code && { code }), cause: text };
  if (isRefusal(text)) return new ReplicateError('refused', 'refused by a safety filter', details);
  const retryable = code !== undefined && RETRYABLE.has(code);
  return new ReplicateError('failed', 'prediction failed', { ...details, retryable });
}

const isRefusal = (text: string): boolean =>
  text.includes(`(${REFUSED_CODE})`) || REFUSED.some((pattern) => pattern.test(text));
