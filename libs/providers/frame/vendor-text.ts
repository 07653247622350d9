/** Longest text kept, in characters. */
const LIMIT = 200;
const NAME_LIMIT = 100;
/** Longest part that is looked at: patterns over megabytes would take seconds. */
const READ_LIMIT = 4_000;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/data:[\w.+/-]*[;,]\S*/gi, '<data>'],
  [/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '<url>'],
  [/\br8_\w+|\bsk-[\w-]{8,}|\bAKIA[A-Z\d]{12,}/g, '<token>'],
  [/\bBearer\s+\S+/gi, '<token>'],
  [/\b((?:api[_-]?key|access[_-]?token|token|secret|password|passwd)["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, '$1<token>'],
];

/** Redacts and truncates a vendor's text for logs: URLs, data URIs and credentials are replaced. Never shown to clients. */
export function vendorText(text: string): string {
  const redacted = redact(text);
  return redacted.length > LIMIT ? `${redacted.slice(0, LIMIT)}…` : redacted;
}

/**
 * A short name that a vendor gave, such as a version, an id or an error code, for logs and the metadata of objects: at most
 * 100 characters of `A-Z a-z 0-9 _ . : / @ + -`, without credentials. `unknown` if nothing is left, or for anything but a string.
 */
export function vendorName(value: unknown): string {
  if (typeof value !== 'string') return 'unknown';
  const name = redact(value).replaceAll(/[^\w.:/@+-]/g, '');
  return name.slice(0, NAME_LIMIT) || 'unknown';
}

const redact = (text: string): string =>
  SECRETS.reduce((safe, [pattern, name]) => safe.replaceAll(pattern, name), text.slice(0, READ_LIMIT));
