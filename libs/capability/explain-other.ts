import { ServiceError } from '@styling/service';

/** Bytes in which a text says what it is. */
const HEAD_BYTES = 1_024;
const KINDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/<(!doctype html|html)\b/, 'the address is that of a web page (HTML), not of an image'],
  [/<svg[\s>]/, 'the file is an SVG drawing'],
  [/^%pdf-/, 'the file is a PDF document'],
  [/^[{[]/, 'the file is JSON, not an image'],
];

/** What was fetched in place of a picture, by its bytes; undefined where they do not tell. */
function kindOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'the file is empty';
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('utf8').trim().toLowerCase();
  return KINDS.find(([pattern]) => pattern.test(head))?.[1];
}

/** `error`, of fetched bytes that are not an image, with what they are in its details. */
export function explainOther(error: unknown, bytes: Uint8Array): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not_an_image' || error.details !== undefined) return error;
  const details = kindOf(bytes);
  return details === undefined
    ? error
    : new ServiceError(error.code, { ...error.parameters, details }, { cause: error });
}
