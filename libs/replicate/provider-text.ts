/** Longest text kept, in characters. */
const LIMIT = 200;
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/data:[\w.+/-]*[;,]\S*/gi, '<data>'],
  [/\b[a-z][a-z\d+.-]*:\/\/\S+/gi, '<url>'],
  [/\br8_\w+/g, '<token>'],
  [/\bBearer\s+\S+/gi, '<token>'],
];

/** Redacts and truncates a vendor's text for logs: URLs, data URIs and tokens are replaced. Never shown to clients. */
export function providerText(text: string): string {
  const redacted = SECRETS.reduce((safe, [pattern, name]) => safe.replace(pattern, name), text);
  return redacted.length > LIMIT ? `${redacted.slice(0, LIMIT)}…` : redacted;
}
