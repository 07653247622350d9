import { hash } from 'node:crypto';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { UndiciHttpHandler } from '@smithy/undici-http-handler';
import { ServiceError } from '@styling/service';
import { inSpan, timed } from '@styling/telemetry';

const CONNECT_TIMEOUT_MS = 2_000;
/** Calls at once. */
const CONNECTIONS = 50;

/**
 * A client that makes at most three tries; it connects on the first call.
 *
 * @param options.endpoint undefined: on AWS
 * @param options.forcePathStyle whether the bucket is in the path of an address, else in its host
 * @param options.silenceMs silence after which an operation is retried, in ms
 */
export function s3Client(options: {
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly forcePathStyle: boolean;
  readonly silenceMs: number;
}): S3Client {
  const { endpoint, silenceMs, ...location } = options;
  const client = new S3Client({
    ...location,
    ...(endpoint !== undefined && { endpoint }),
    // Trailing checksums are sent as aws-chunked bodies, which several S3 servers store as part of the object.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    cacheMiddleware: true,
    requestHandler: new UndiciHttpHandler({
      dispatcher: {
        connections: CONNECTIONS,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
      },
    }),
  });
  sendOlderChecksums(client);
  return withoutIdleWork(client);
}

/**
 * Sends `Content-MD5` wherever the protocol requires a checksum (DeleteObjects, a bucket's policy, its CORS rules): the SDK
 * sends a CRC32 there, which S3 servers of before 2022 do not know. Those that know both check both.
 */
function sendOlderChecksums(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body?: unknown };
      const isChecked = Object.keys(headers).some((name) => name.startsWith('x-amz-checksum-'));
      if (isChecked && (typeof body === 'string' || body instanceof Uint8Array)) {
        headers['content-md5'] = hash('md5', body, 'base64');
      }
      return next(args);
    },
    // After the SDK's checksum, which is of the same step, and before the signature.
    { name: 'olderChecksumsMiddleware', step: 'build', priority: 'low' },
  );
}

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
 * copies the configuration: together a third of the SDK's processor time. The signer asks for the credentials with each signature.
 *
 * @throws Error when a version of the SDK has no such middleware
 */
export function withoutIdleWork(client: S3Client): S3Client {
  for (const name of IDLE) if (!client.middlewareStack.remove(name)) throw new Error(`the SDK has no ${name}`);
  const create = client.config.signer;
  let signer: ReturnType<typeof create> | undefined;
  // The scheme, which determines region and service, is always the same for one bucket.
  client.config.signer = (scheme) => {
    signer ??= create(scheme);
    return signer;
  };
  return client;
}

/**
 * Calls the object store, measured and in a span.
 *
 * @param operation for metrics and traces, no names in it
 * @throws ServiceError with the cause: `internal` if the store refused the call, else `unavailable`
 */
export async function reach<T>(operation: string, call: () => Promise<T>): Promise<T> {
  try {
    const attributes = { 'styling.objectstore.operation': operation };
    return await timed('styling.objectstore.operation.duration', attributes, () =>
      inSpan('objectstore.call', { about: operation, attributes }, call),
    );
  } catch (cause) {
    throw new ServiceError(isRefusal(cause) ? 'internal' : 'unavailable', {}, { cause });
  }
}

/** {@link reach}; null when there is no such object. */
export const reachOrNull = <T>(operation: string, call: () => Promise<T>) => reach(operation, () => absentAsNull(call));

/** Null when what the call is about does not exist; a missing bucket is an error. */
export async function absentAsNull<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    const isAbsent = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
    if (isAbsent && error.name !== 'NoSuchBucket') return null;
    throw error;
  }
}

/** Statuses below 500 of S3 for a call that may succeed later, or for something that does not exist. */
const PASSING_STATUSES = new Set([404, 408, 409, 425, 429]);

/** S3's codes for transient failures with another status: a wrong clock, an expired token, a body damaged on the way. */
const PASSING_CODES = new Set([
  'RequestTimeTooSkewed',
  'RequestExpired',
  'RequestInTheFuture',
  'ExpiredToken',
  'ExpiredTokenException',
  'TokenRefreshRequired',
  'RequestTimeout',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'BandwidthLimitExceeded',
  'IncompleteBody',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
]);

/**
 * Whether the store, or a proxy before it, answered that it will not take such a call: an object too large, rights that are
 * missing, an operation that it does not know. Repeating it cannot help. A 400 to a HEAD, which has no reason with it, may be for
 * an expired token.
 */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { httpStatusCode: status } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {};
  if (status === undefined || PASSING_CODES.has(error.name)) return false;
  // The SDK's name of an answer without a code, as every one to a HEAD is.
  if (status === 400 && error.name === 'Unknown') return false;
  return status === 301 || status === 501 || (status >= 400 && status < 500 && !PASSING_STATUSES.has(status));
}

/** Whether `error`, thrown by an object store, is a refusal. */
export const isRefusedByStore = (error: unknown): boolean => error instanceof ServiceError && isRefusal(error.cause);
