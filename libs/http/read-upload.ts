import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { limits, MEGABYTE } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { Pieces } from './base64-image.ts';
import { type BodyBounds, withBody } from './body-chunks.ts';

/** Form part with the picture; errors name any upload's body so. */
export const UPLOAD_FIELD = 'image';

const IMAGE = /^image\/[\w.+*-]+/i;
const FORM = /^multipart\/form-data\s*;/i;

/**
 * The body of an image media type, or the file `image` of a form. `maxBytes`: whole body, default that of the API.
 * @throws ServiceError `not_an_upload`, `encoded_body`, `body_too_large`, `invalid_multipart`, `required` (absent or
 * empty), `malformed_request` (pauses too long); ClientDisconnected
 */
export function readUpload(
  request: IncomingMessage,
  { maxBytes = limits.bodyMegabytes * MEGABYTE, ...bounds }: Partial<BodyBounds>,
): Promise<Uint8Array> {
  return withBody(request, { ...bounds, maxBytes }, async (chunks) => {
    const type = request.headers['content-type']?.trim() ?? '';
    const isForm = FORM.test(type);
    if (!isForm && !IMAGE.test(type)) throw new ServiceError('not_an_upload');
    const found = new Pieces();
    if (isForm) await readFile(chunks, type, found);
    else for await (const chunk of chunks) found.write(chunk);
    const bytes = Buffer.concat(found.pieces);
    if (bytes.length === 0) throw new ServiceError('required', { field: UPLOAD_FIELD });
    return bytes;
  });
}

async function readFile(chunks: AsyncIterable<Buffer>, type: string, found: Pieces): Promise<void> {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  // Thrown below, unless reading fails first.
  finished.catch(() => {});
  const form = openForm(type);
  form.on('file', (field: string, file: BusboyFileStream) => {
    if (field === UPLOAD_FIELD) file.on('data', (chunk: Buffer) => found.write(chunk));
    else file.resume();
    file.on('error', reject);
  });
  form.on('error', reject);
  form.on('finish', resolve);
  try {
    for await (const chunk of chunks) form.write(chunk);
    form.end();
    await finished.catch(invalid);
  } finally {
    form.destroy();
  }
}

/** Few and short fields are read over. */
function openForm(type: string) {
  try {
    const headers: BusboyHeaders = { 'content-type': type };
    return new Busboy({ headers, limits: { fields: 20, fieldSize: 1_000, files: 1, parts: 21, headerSize: 8_000 } });
  } catch (cause) {
    return invalid(cause);
  }
}

function invalid(cause: unknown): never {
  throw new ServiceError('invalid_multipart', {}, { cause });
}
