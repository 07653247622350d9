import { hash } from 'node:crypto';
import type { FauxqsApp } from './fauxqs-loopback.ts';
import { isSigned, type StoreCredentials, signatureError, UNSIGNED_PAYLOAD } from './verify-signature.ts';

/** Largest body, in bytes: more than all pictures of one request, which are kept as one object. Only signed bodies are read. */
const BODY_LIMIT = 64 * 1024 * 1024;

/** The only form of a target that this check and the router read alike: to a router a `#` ends the path. */
const ORIGIN_FORM = /^\/[^#]*$/;
/** A segment `.` or `..`, encoded or not. */
const CLIMBING = /(?:\/|%2f)(?:\.|%2e){1,2}(?:\/|%2f|$)/i;

/** `Host` of this machine. A page whose own host name resolves to 127.0.0.1 (DNS rebinding) sends that name. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Makes the emulator refuse what it would take from anyone. Without a signature only objects of `bucket` under `images/` may be read:
 * no listing, no writing. No key may climb out of its folder, since the emulator stores keys as paths. Refusals are those of S3.
 */
export function guardStore(app: FauxqsApp, bucket: string, credentials: StoreCredentials): void {
  // Leaves every body as the bytes that are signed, whatever its type, and takes larger ones than the emulator does.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, async (_: unknown, body: Buffer) => body);

  app.addHook('onRequest', async ({ method, raw: { url = '', headers } }, reply) => {
    const refuse = (status: number, code: string, message: string) =>
      reply.code(status).type('application/xml').send(errorXml(code, message));
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
    if (!LOCAL_HOST.test(headers.host ?? '')) await refuse(403, 'AccessDenied', 'this store serves localhost only');
    else if (!ORIGIN_FORM.test(url) || CLIMBING.test(path)) await refuse(400, 'InvalidURI', 'malformed target');
    else if (isSigned({ method, path, query, headers })) {
      const code = signatureError({ method, path, query, headers }, credentials, new Date());
      if (code) await refuse(403, code, 'the signature is not accepted');
    } else if ((method === 'GET' || method === 'HEAD') && path.startsWith(`/${bucket}/images/`)) {
      // For a page, which is of another origin: what anyone may read, any page may.
      reply.header('Access-Control-Allow-Origin', '*');
    } else await refuse(403, 'AccessDenied', 'only objects under images/ are public');
  });

  app.addHook('preHandler', async ({ headers, body }, reply) => {
    const { 'x-amz-content-sha256': signed = UNSIGNED_PAYLOAD } = headers;
    if (signed === UNSIGNED_PAYLOAD || signed === hash('sha256', (body as Buffer | undefined) ?? '')) return;
    const message = 'the body is not the one that was signed';
    await reply.code(400).type('application/xml').send(errorXml('XAmzContentSHA256Mismatch', message));
  });
}

const errorXml = (code: string, message: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
