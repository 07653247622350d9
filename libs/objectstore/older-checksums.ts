import { hash } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';

/** What of a request is needed here. */
type Request = { readonly headers: Record<string, string>; readonly body?: unknown };

/**
 * `client`, sending `Content-MD5` wherever the protocol requires a checksum (DeleteObjects, a bucket's policy, its CORS rules): the SDK
 * sends a CRC32 there, which S3 servers of before 2022 do not know. Those that know both check both.
 */
export function withOlderChecksums(client: S3Client): S3Client {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as Request;
      const isChecked = Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'));
      if (isChecked && (typeof body === 'string' || body instanceof Uint8Array)) {
        headers['content-md5'] = hash('md5', body, 'base64');
      }
      return next(args);
    },
    // After the SDK's checksum, which is of the same step, and before the signature.
    { name: 'olderChecksumsMiddleware', step: 'build', priority: 'low' },
  );
  return client;
}
