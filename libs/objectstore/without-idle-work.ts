import type { S3Client } from '@aws-sdk/client-s3';

/**
 * Middleware of every command that does nothing here, by its name in the SDK: there is no logger, but input and output are
 * filtered for one; this is no AWS Lambda; undici sends no `Expect`; and redirects to another region are not followed.
 */
const IDLE = [
  'loggerMiddleware',
  'recursionDetectionMiddleware',
  'addExpectContinueMiddleware',
  'regionRedirectMiddleware',
];

/**
 * `client`, without the middleware of the SDK that does nothing here, and with one signer instead of one for each request, which
 * copies the configuration: together a third of the SDK's processor time. The signer asks for the credentials with each signature, so that those
 * that expire are replaced.
 *
 * @throws Error when a version of the SDK has no such middleware
 */
export function withoutIdleWork(client: S3Client): S3Client {
  for (const name of IDLE) if (!client.middlewareStack.remove(name)) throw new Error(`the SDK has no ${name}`);
  const create = client.config.signer;
  let signer: ReturnType<typeof create> | undefined;
  // For one bucket the scheme, from which region and service follow, is always the same.
  client.config.signer = (scheme) => {
    signer ??= create(scheme);
    return signer;
  };
  return client;
}
