import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * The checksum that a `SHA256SUMS` file (the output of `sha256sum`: 64 hex digits, two blanks or blank and `*`, name)
 * gives for `fileName`.
 * @returns 64 lower-case hex digits, or undefined when the file has no well-formed line for that name
 */
export function checksumFor(sha256sums: string, fileName: string): string | undefined {
  for (const line of sha256sums.split(/\r?\n/)) {
    const [, digest, name] = /^([0-9a-fA-F]{64}) [ *](.+)$/.exec(line) ?? [];
    if (name === fileName) return digest?.toLowerCase();
  }
  return undefined;
}

/** The SHA-256 of a file's bytes, as lower-case hex. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
